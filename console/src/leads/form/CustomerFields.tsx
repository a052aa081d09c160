import { Panel } from '../../ui/Panel.tsx';
import { CatalogueField } from './CatalogueField.tsx';
import { formFields } from './values.ts';

/** `phoneLocked`: only admins may change a phone. */
export function CustomerFields({ phoneLocked }: { phoneLocked: boolean }) {
  const locked = { disabled: true, hint: 'Only an admin can change the phone.' };
  return (
    <Panel title="Customer">
      <div className="grid gap-3 sm:grid-cols-2">
        {formFields('customer').map((name) => (
          <CatalogueField key={name} name={name} {...(name === 'phone' && phoneLocked && locked)} />
        ))}
      </div>
    </Panel>
  );
}
