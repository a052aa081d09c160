import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { createQueryClient } from '../api/queryClient.ts';
import { useSubscriptionIssue } from '../api/subscriptionIssue.ts';
import { hasLeft, readToken } from '../api/token.ts';
import { CurrentUserContext } from '../auth/currentUser.ts';
import { ownKeys } from '../auth/ownStorage.ts';
import { type Session, useSession } from '../auth/session.ts';
import { paths } from '../paths.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { AppLayout } from './AppLayout.tsx';
import { Starting } from './Starting.tsx';
import { appTexts } from './texts.ts';

const SubscriptionDialogs = lazy(async () => ({
  default: (await import('../subscriptions/block/SubscriptionDialogs.tsx')).SubscriptionDialogs,
}));

/** The signed-in pages. Their answers are cached until the user leaves for the sign-in page. */
export function SignedInArea() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionPages />
    </QueryClientProvider>
  );
}

/** Visitors without a session go to the sign-in page and return here afterwards. After a sign-out, another user may sign in. */
function SessionPages() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const [isVisitor] = useState(() => readToken() === null);
  switch (session.state) {
    case 'signed-out':
      return (
        <Navigate
          to={paths.login}
          replace
          state={isVisitor || !hasLeft() ? { from: pathname + search } : null}
        />
      );
    case 'loading':
      return <Starting />;
    case 'unreachable':
      return (
        <main className="flex min-h-dvh items-center justify-center bg-canvas">
          <ErrorState page title={appTexts.unreachable} text={session.text} onRetry={session.retry} />
        </main>
      );
    case 'signed-in':
      return (
        <CurrentUserContext value={session.user}>
          <AppLayout user={session.user} viewing={session.viewing} />
          <SubscriptionIssue session={session} />
        </CurrentUserContext>
      );
    default:
      session satisfies never;
      return null;
  }
}

/** The dialogs about the organisation's subscription. They load when one of them opens first, and stay. */
function SubscriptionIssue({
  session: { block, supportEmail },
}: {
  session: Extract<Session, { state: 'signed-in' }>;
}) {
  const issue = useSubscriptionIssue();
  const [params] = useSearchParams();
  const [isUsed, setIsUsed] = useState(() => sessionStorage.getItem(ownKeys.payment) !== null);
  if (!isUsed && (block || issue || params.has('renew'))) setIsUsed(true);
  return (
    <Suspense>
      {isUsed && <SubscriptionDialogs block={block} refusedBy={issue} supportEmail={supportEmail} />}
    </Suspense>
  );
}
