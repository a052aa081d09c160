import { useForm } from 'react-hook-form';
import { PanelForm } from '../../form/PanelForm.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useChangePassword } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { checkPassword, noPassword } from './values.ts';

const texts = profileTexts.password;

export const usePasswordForm = () => useForm({ defaultValues: noPassword, resolver: checkPassword });

type PasswordFormProps = { form: ReturnType<typeof usePasswordForm>; email: string };

/** Changes the password, given the current one; the user's other sessions end. */
export function PasswordForm({ form, email }: PasswordFormProps) {
  const change = useChangePassword();
  const { errors } = form.formState;

  return (
    <PanelForm
      title={texts.title}
      form={form}
      submitLabel={texts.save}
      save={async (body) => {
        const { message } = await change({ body });
        form.reset(noPassword);
        toast.success(message ?? texts.saved);
      }}
      failure={texts.failed}
    >
      {/* Tells a password manager which account the password belongs to. */}
      <input hidden readOnly autoComplete="username" value={email} />
      <Field label={texts.current} required error={errors.currentPassword?.message}>
        <Input {...form.register('currentPassword')} type="password" autoComplete="current-password" />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={texts.new} required error={errors.newPassword?.message} hint={texts.newHint}>
          <Input
            {...form.register('newPassword', { deps: 'confirmPassword' })}
            type="password"
            autoComplete="new-password"
          />
        </Field>
        <Field label={texts.confirm} required error={errors.confirmPassword?.message}>
          <Input {...form.register('confirmPassword')} type="password" autoComplete="new-password" />
        </Field>
      </div>
      <p className="text-sm text-muted">{texts.sessions}</p>
    </PanelForm>
  );
}
