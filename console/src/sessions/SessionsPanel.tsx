import { useQuery } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../api/errors.ts';
import { Allowed } from '../auth/Allowed.tsx';
import { useCurrentUser } from '../auth/currentUser.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toast.tsx';
import { useRevokeOtherSessions } from './commands.ts';
import { type Session, sessionList } from './queries.ts';
import { SessionRow } from './SessionRow.tsx';
import { sessionTexts } from './texts.ts';

/** Where a user is signed in; each session but the current one can be ended. */
export function SessionsPanel({ userId }: { userId: string }) {
  const query = useQuery(sessionList(userId));
  const revokeOthers = useRevokeOtherSessions();
  const [asking, setAsking] = useState(false);
  const isOwn = useCurrentUser()._id === userId;
  const sessions = query.data?.data;
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <Panel
      title={sessionTexts.title}
      actions={
        hasOthers && (
          <Allowed to="change-own">
            <Button size="sm" icon={LogOut} onClick={() => setAsking(true)}>
              {isOwn ? sessionTexts.endOthers : sessionTexts.endAll}
            </Button>
          </Allowed>
        )
      }
    >
      {sessions ? (
        <SessionRows userId={userId} sessions={sessions} />
      ) : query.isError ? (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
      <ConfirmDialog
        open={asking}
        danger
        onClose={() => setAsking(false)}
        title={isOwn ? sessionTexts.endOthersTitle : sessionTexts.endAllTitle}
        message={isOwn ? sessionTexts.endOthersMessage : sessionTexts.endAllMessage}
        confirmLabel={isOwn ? sessionTexts.endOthers : sessionTexts.endAll}
        onConfirm={async () => {
          await revokeOthers({ params: { id: userId } });
          toast.success(sessionTexts.allEnded);
        }}
      />
    </Panel>
  );
}

function SessionRows({ userId, sessions }: { userId: string; sessions: readonly Session[] }) {
  if (sessions.length === 0) return <EmptyState icon={MonitorSmartphone} title={sessionTexts.none} />;
  return (
    <ul className="max-h-96 divide-y overflow-y-auto">
      {sessions.map((session) => (
        <SessionRow key={session._id} userId={userId} session={session} />
      ))}
    </ul>
  );
}
