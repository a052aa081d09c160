import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { type FieldErrors, fieldErrorsOf, loginErrorText } from '../api/errors.ts';
import { useToken } from '../api/token.ts';
import { paths } from '../paths.ts';
import { Alert } from '../ui/Alert.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { CheckField } from '../ui/CheckField.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { signIn } from './commands.ts';
import { authTexts } from './texts.ts';

const texts = authTexts.signIn;

type SignInState = { kind: 'idle' } | { kind: 'sending' } | { kind: 'refused'; error: Error };

/** The sign-in page; its error texts are exactly as specified. */
export function SignInPage() {
  useTitle(texts.title);
  const token = useToken();
  const arrived = useLocation().state as { from?: string; done?: string } | null; // only our own pages set this state
  const [state, setState] = useState<SignInState>({ kind: 'idle' });
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [rememberMe, setRememberMe] = useState(true);

  function submit() {
    setState({ kind: 'sending' });
    // On success, the stored token redirects.
    signIn({ email: email.trim(), password, rememberMe }).catch((error: Error) =>
      setState({ kind: 'refused', error }),
    );
  }

  const errors: FieldErrors = state.kind === 'refused' ? fieldErrorsOf(state.error) : {};
  const isAtField = Object.keys(errors).length > 0;

  if (token !== null) return <Navigate to={arrived?.from ?? paths.dashboard} replace />;

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 bg-canvas p-4">
      <div className="flex flex-col items-center gap-2 text-center">
        <Link to={paths.landing} className="flex items-center gap-2 rounded-ui text-lg font-semibold">
          <img src="/icon.svg" alt="" className="size-8" />
          {texts.product}
          <Badge tone="info">{texts.productBadge}</Badge>
        </Link>
        <h1 className="text-2xl font-semibold">{texts.heading}</h1>
      </div>
      <form
        className="flex w-full max-w-sm flex-col gap-4 rounded-ui border bg-surface p-6"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={texts.email} error={errors['email']}>
          <Input
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label={texts.password} error={errors['password']}>
          <Input
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <div className="flex items-center justify-between gap-4">
          <CheckField
            label={texts.rememberMe}
            checked={rememberMe}
            onChange={(event) => setRememberMe(event.target.checked)}
          />
          <Link
            to={paths.forgotPassword}
            state={{ email: email.trim() }}
            className="rounded-ui text-primary-text hover:underline"
          >
            {texts.forgot}
          </Link>
        </div>
        {arrived?.done && state.kind !== 'refused' && <Alert tone="ok" text={arrived.done} />}
        {state.kind === 'refused' && !isAtField && <Alert tone="bad" text={loginErrorText(state.error)} />}
        <Button
          type="submit"
          variant="primary"
          busy={state.kind === 'sending'}
          disabled={!email.trim() || !password}
        >
          {texts.submit}
        </Button>
      </form>
      <p className="max-w-sm text-center text-sm text-muted">
        {texts.demoAccounts}
        <br />
        {texts.demoPassword}
      </p>
    </main>
  );
}
