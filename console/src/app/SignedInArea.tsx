import { Navigate, useLocation } from 'react-router-dom';
import { hasLeft } from '../api/token.ts';
import { CurrentUser } from '../auth/currentUser.ts';
import { useSession } from '../auth/session.ts';
import { paths } from '../paths.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { AppLayout } from './AppLayout.tsx';
import { Starting } from './Starting.tsx';

/** Renders the signed-in pages. Visitors without a session go to /login and return here afterwards. */
export function SignedInArea() {
  const session = useSession();
  const { pathname, search } = useLocation();
  switch (session.state) {
    case 'signed-out':
      return <Navigate to={paths.login} replace state={hasLeft() ? null : { from: pathname + search }} />;
    case 'loading':
      return <Starting />;
    case 'unreachable':
      return (
        <main className="flex min-h-dvh items-center justify-center bg-canvas">
          <ErrorState page title="The server is not answering" text={session.text} onRetry={session.retry} />
        </main>
      );
    case 'signed-in':
      return (
        <CurrentUser value={session.user}>
          <AppLayout user={session.user} />
        </CurrentUser>
      );
    default:
      session satisfies never;
      return null;
  }
}
