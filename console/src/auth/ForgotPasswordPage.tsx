import { forgotPassword } from '@crm/contracts/auth/auth.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { checkedBy } from '../form/checkedBy.ts';
import { useSubmit } from '../form/useSubmit.ts';
import { paths } from '../paths.ts';
import { Alert } from '../ui/Alert.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { requestPasswordLink } from './commands.ts';
import { authTexts } from './texts.ts';
import { VisitorForm } from './VisitorForm.tsx';
import { VisitorPage } from './VisitorPage.tsx';

const texts = authTexts.forgotPassword;

/** Asks for the email and always shows the same answer, whether or not an account has it. */
export function ForgotPasswordPage() {
  const arrived = useLocation().state as { email?: string } | null; // only our own pages set this state
  const [sent, setSent] = useState(false);
  const form = useForm({
    defaultValues: { email: arrived?.email ?? '' },
    resolver: checkedBy(forgotPassword.body, (values: { email: string }) => values),
  });
  const sending = useSubmit(form, async (body) => {
    setSent(false);
    await requestPasswordLink({ body });
    setSent(true);
  });

  return (
    <VisitorPage title={texts.title} explanation={texts.explanation}>
      <VisitorForm sending={sending} submitLabel={texts.submit}>
        <Field label={texts.email} required error={form.formState.errors.email?.message}>
          <Input {...form.register('email')} type="email" autoComplete="username" autoFocus />
        </Field>
        {sent && <Alert tone="ok" text={`${texts.sent} ${texts.next}`} />}
      </VisitorForm>
      <Link to={paths.login} className="rounded-ui text-primary-text hover:underline">
        {texts.signIn}
      </Link>
    </VisitorPage>
  );
}
