import type { User } from '@crm/contracts/users/user.ts';
import { useForm, useWatch } from 'react-hook-form';
import { can } from '../../auth/can.ts';
import { roleName } from '../../auth/roles.ts';
import { PanelForm } from '../../form/PanelForm.tsx';
import { saveValues } from '../../form/saveValues.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUpdateProfile } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { accountOf, checkAccount, isNewEmail } from './values.ts';

const texts = profileTexts.account;

/** Another admin's changes appear in the fields that the user has not edited. */
export const useAccountForm = (user: User) =>
  useForm({
    values: accountOf(user),
    resetOptions: { keepDirtyValues: true },
    resolver: checkAccount(user),
  });

type Form = ReturnType<typeof useAccountForm>;
type AccountFormProps = { form: Form; user: User };

/**
 * Name, email and phone. A new email needs the password: it signs in, and gets the links to set another one. The role is
 * read-only; another admin can change it.
 */
export function AccountForm({ form, user }: AccountFormProps) {
  const update = useUpdateProfile();
  const { errors, isDirty } = form.formState;
  const newEmail = isNewEmail(useWatch({ control: form.control, name: 'email' }), user);
  const forgetPassword = () => form.resetField('currentPassword', { defaultValue: '' });

  return (
    <PanelForm
      title={texts.title}
      form={form}
      submitLabel={texts.save}
      disabled={!isDirty}
      save={async (body) => {
        const { message } = await saveValues(form, () => update({ params: { id: user._id }, body }));
        forgetPassword();
        toast.success(message ?? texts.saved);
      }}
      failure={texts.failed}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={texts.username} required error={errors.username?.message}>
          <Input {...form.register('username')} autoComplete="username" />
        </Field>
        <Field label={texts.fullName} required error={errors.fullName?.message}>
          <Input {...form.register('fullName')} autoComplete="name" dir="auto" />
        </Field>
        <Field label={texts.email} required error={errors.email?.message} hint={texts.emailHint}>
          <Input
            {...form.register('email', {
              onChange: ({ target }) => {
                if (!isNewEmail(target.value, user)) forgetPassword();
              },
            })}
            type="email"
            autoComplete="email"
          />
        </Field>
        <Field label={texts.phone} error={errors.phone?.message}>
          <Input {...form.register('phone')} type="tel" autoComplete="tel" />
        </Field>
        {(newEmail || errors.currentPassword) && (
          <Field
            label={texts.currentPassword}
            required
            error={errors.currentPassword?.message}
            hint={texts.currentPasswordHint}
          >
            <Input {...form.register('currentPassword')} type="password" autoComplete="current-password" />
          </Field>
        )}
        <Field label={texts.role}>
          <Input value={roleName(user.role)} readOnly />
        </Field>
      </div>
      {can({ ...user, isViewed: false }, 'see-all-leads') && (
        <p>
          <Badge tone="info">{texts.seesAllLeads}</Badge>
        </p>
      )}
    </PanelForm>
  );
}
