import { useState } from 'react';
import { failureText } from '../api/errors.ts';
import { Allowed } from '../auth/Allowed.tsx';
import { formatDateTime } from '../format/date.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { toast } from '../ui/toast.tsx';
import { useRevokeSession } from './commands.ts';
import { deviceOf } from './device.ts';
import type { Session } from './queries.ts';
import { sessionTexts } from './texts.ts';

/** One session: its device, address and times. The current one ends by signing out. */
export function SessionRow({ userId, session }: { userId: string; session: Session }) {
  const { _id, userAgent, ip, createdAt, lastSeen, isCurrent } = session;
  const revoke = useRevokeSession();
  const [busy, setBusy] = useState(false);
  const device = nameOf(userAgent);

  async function end() {
    setBusy(true);
    try {
      await revoke({ params: { id: userId, sessionId: _id } });
      toast.success(sessionTexts.ended);
    } catch (error) {
      toast.error(failureText(error, sessionTexts.endFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-medium" title={userAgent ?? undefined}>
          {device}
          {isCurrent && <Badge tone="info">{sessionTexts.current}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {sessionTexts.since(ip, formatDateTime(createdAt))}
          {' · '}
          {sessionTexts.lastSeen} <RelativeTime at={lastSeen} />
        </p>
      </div>
      {!isCurrent && (
        <Allowed to="change-own">
          <Button size="sm" busy={busy} aria-label={sessionTexts.endNamed(device)} onClick={() => void end()}>
            {sessionTexts.end}
          </Button>
        </Allowed>
      )}
    </li>
  );
}

function nameOf(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser !== null && system !== null) return sessionTexts.device(browser, system);
  return browser ?? system ?? sessionTexts.unknownDevice;
}
