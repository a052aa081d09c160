import { useFormContext } from 'react-hook-form';
import { PersonFields } from '../../form/PersonFields.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { userTexts } from '../texts.ts';
import type { UserValues } from './values.ts';

const texts = userTexts.form.account;

/** Name and contact data. `locked`: the username cannot change after creation. */
export function AccountFields({ locked }: { locked: boolean }) {
  const { register, formState } = useFormContext<UserValues>();
  const { errors } = formState;
  return (
    <Panel title={texts.title}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={texts.username}
          required
          error={errors.username?.message}
          hint={locked ? texts.usernameLocked : undefined}
        >
          <Input {...register('username')} autoComplete="off" readOnly={locked} />
        </Field>
        <PersonFields texts={texts} />
        <Field label={texts.department} error={errors.department?.message} className="sm:col-span-2">
          <Input {...register('department')} autoComplete="off" dir="auto" />
        </Field>
        <Field label={texts.notes} error={errors.notes?.message} className="sm:col-span-2">
          <Textarea {...register('notes')} rows={4} dir="auto" />
        </Field>
      </div>
    </Panel>
  );
}
