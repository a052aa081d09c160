import { setup } from '@crm/contracts/auth/auth.ts';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { checkedBy } from '../form/checkedBy.ts';
import { useSubmit } from '../form/useSubmit.ts';
import { paths } from '../paths.ts';
import { Alert } from '../ui/Alert.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { createSuperAdmin } from './commands.ts';
import { authTexts } from './texts.ts';
import { VisitorForm } from './VisitorForm.tsx';
import { VisitorPage } from './VisitorPage.tsx';

const texts = authTexts.setup;

const blank = { fullName: '', email: '', username: '', password: '', confirmPassword: '' };

/** The page behind the one-time link of the first start: its visitor becomes the super admin. */
export function SetupPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  return (
    <VisitorPage title={texts.title} explanation={texts.explanation}>
      {token ? <SetupForm token={token} /> : <Alert tone="bad" text={texts.noToken} className="max-w-sm" />}
      {/* For a link that was used already. */}
      <Link to={paths.login} className="rounded-ui text-primary-text hover:underline">
        {texts.signIn}
      </Link>
    </VisitorPage>
  );
}

function SetupForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useForm({
    defaultValues: blank,
    resolver: checkedBy(setup.body, (values: typeof blank) => ({ ...values, token })),
  });
  const { register } = form;
  const { errors } = form.formState;
  const sending = useSubmit(form, async (body) => {
    const { message } = await createSuperAdmin({ body });
    // Replaces this address, so that the link does not stay in the browser history.
    await navigate(paths.login, { replace: true, state: { done: message ?? texts.done } });
  });

  return (
    <VisitorForm sending={sending} submitLabel={texts.submit}>
      <Field label={texts.fullName} required error={errors.fullName?.message}>
        <Input {...register('fullName')} autoComplete="name" dir="auto" autoFocus />
      </Field>
      <Field label={texts.email} required error={errors.email?.message} hint={texts.emailHint}>
        <Input {...register('email')} type="email" autoComplete="email" />
      </Field>
      <Field label={texts.username} required error={errors.username?.message}>
        <Input {...register('username')} autoComplete="username" />
      </Field>
      <Field label={texts.password} required error={errors.password?.message} hint={texts.passwordHint}>
        <Input
          {...register('password', { deps: 'confirmPassword' })}
          type="password"
          autoComplete="new-password"
        />
      </Field>
      <Field label={texts.confirmPassword} required error={errors.confirmPassword?.message}>
        <Input {...register('confirmPassword')} type="password" autoComplete="new-password" />
      </Field>
    </VisitorForm>
  );
}
