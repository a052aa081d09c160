import { Panel } from '../../ui/Panel.tsx';
import { TextField } from './fields.tsx';

/** `phoneLocked`: only admins may change a phone. */
export function CustomerFields({ phoneLocked }: { phoneLocked: boolean }) {
  return (
    <Panel title="Customer">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="fullName" label="Full Name" required maxLength={100} />
        <TextField
          name="phone"
          label="Phone"
          type="tel"
          required
          disabled={phoneLocked}
          {...(phoneLocked && { hint: 'Only an admin can change the phone.' })}
        />
        <TextField name="alternatePhone" label="Alternate Phone" type="tel" />
        <TextField name="email" label="Email" type="email" />
        <TextField name="age" label="Age" inputMode="numeric" />
      </div>
    </Panel>
  );
}
