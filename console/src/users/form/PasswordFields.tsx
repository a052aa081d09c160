import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { userTexts } from '../texts.ts';
import type { UserValues } from './values.ts';

const texts = userTexts.form.security;

/** Blank mails a new user a link to set the password; on an edit, blank keeps the current one. */
export function PasswordFields({ editing }: { editing: boolean }) {
  const { register, formState } = useFormContext<UserValues>();
  const { errors } = formState;
  return (
    <Panel title={texts.title}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={texts.password}
          error={errors.password?.message}
          hint={editing ? texts.keepPasswordHint : texts.newPasswordHint}
        >
          <Input
            {...register('password', { deps: 'confirmPassword' })}
            type="password"
            autoComplete="new-password"
          />
        </Field>
        <Field label={texts.confirmPassword} error={errors.confirmPassword?.message}>
          <Input {...register('confirmPassword')} type="password" autoComplete="new-password" />
        </Field>
      </div>
    </Panel>
  );
}
