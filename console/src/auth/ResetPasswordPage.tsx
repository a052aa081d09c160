import { resetPassword } from '@crm/contracts/auth/auth.ts';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { readToken } from '../api/token.ts';
import { checkedBy } from '../form/checkedBy.ts';
import { useSubmit } from '../form/useSubmit.ts';
import { paths } from '../paths.ts';
import { Alert } from '../ui/Alert.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { setPasswordByLink, signOut } from './commands.ts';
import { authTexts } from './texts.ts';
import { VisitorForm } from './VisitorForm.tsx';
import { VisitorPage } from './VisitorPage.tsx';

const texts = authTexts.resetPassword;
const blank = { password: '', confirmPassword: '' };

/** The page of a mailed link. Its token is in the fragment of the address, which browsers send to no server. */
export function ResetPasswordPage() {
  const token = useLocation().hash.slice(1);
  return (
    <VisitorPage title={texts.title} explanation={texts.explanation}>
      {/* Another link, opened in the same tab, begins with an empty form. */}
      {token ? (
        <PasswordForm key={token} token={token} />
      ) : (
        <Alert tone="bad" text={texts.noToken} className="max-w-sm" />
      )}
      <div className="flex flex-wrap justify-center gap-x-6 gap-y-2">
        <Link to={paths.forgotPassword} className="rounded-ui text-primary-text hover:underline">
          {texts.requestNew}
        </Link>
        <Link to={paths.login} className="rounded-ui text-primary-text hover:underline">
          {texts.signIn}
        </Link>
      </div>
    </VisitorPage>
  );
}

function PasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useForm({
    defaultValues: blank,
    resolver: checkedBy(resetPassword.body, (values: typeof blank) => ({ ...values, token })),
  });
  const { register } = form;
  const { errors } = form.formState;
  const sending = useSubmit(form, async (body) => {
    const { message } = await setPasswordByLink({ body });
    // A session of this browser, which may be another user's, would skip the sign-in page.
    if (readToken() !== null) signOut();
    // Replaces this address, so that the token does not stay in the browser history.
    await navigate(paths.login, { replace: true, state: { done: message ?? texts.done } });
  });

  return (
    <VisitorForm sending={sending} submitLabel={texts.submit}>
      <Field label={texts.password} required error={errors.password?.message} hint={texts.passwordHint}>
        <Input
          {...register('password', { deps: 'confirmPassword' })}
          type="password"
          autoComplete="new-password"
          autoFocus
        />
      </Field>
      <Field label={texts.confirmPassword} required error={errors.confirmPassword?.message}>
        <Input {...register('confirmPassword')} type="password" autoComplete="new-password" />
      </Field>
    </VisitorForm>
  );
}
