import type { retryDeadLetters, SystemOverview } from '@crm/contracts/dashboards/platform.ts';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { address } from '../../api/address.ts';
import { useCommand } from '../../api/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { systemOverview } from '../queries.ts';
import { platformTexts } from '../texts/platform.ts';

const texts = platformTexts.failures;

type Letter = SystemOverview['deadLetters'][number];

/** Events that could not be applied, with a retry. */
export function FailedEvents({ overview }: { overview: SystemOverview | undefined }) {
  const queryClient = useQueryClient();
  const retry = useCommand(address<typeof retryDeadLetters>('POST', '/super-admin/dead-letters/retry'), [
    'tenants',
  ]);
  const ask = (consumer: string | null) =>
    retry
      .mutateAsync({ body: { consumer } })
      .then(
        () => toast.success(texts.done),
        (error) => toast.error(error.message || texts.failed),
      )
      .finally(() => void queryClient.invalidateQueries({ queryKey: systemOverview.queryKey }));
  const letters = overview?.deadLetters;
  return (
    <Panel
      title={texts.title}
      actions={
        letters &&
        letters.length > 0 && (
          <Button size="sm" icon={RotateCw} busy={retry.isPending} onClick={() => ask(null)}>
            {texts.retryAll}
          </Button>
        )
      }
    >
      {letters === undefined ? (
        <SkeletonLines count={3} />
      ) : letters.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <>
          <p className="mb-2 text-sm text-muted">{texts.explanation}</p>
          <ul className="flex flex-col divide-y">
            {letters.map((letter) => (
              <FailedEvent key={letter._id} letter={letter} busy={retry.isPending} onRetry={ask} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

type FailedEventProps = { letter: Letter; busy: boolean; onRetry: (consumer: string) => void };

function FailedEvent({ letter, busy, onRetry }: FailedEventProps) {
  const { consumer, type, stream, error, attempts, since, held, isRetrying } = letter;
  return (
    <li className="flex flex-wrap items-start justify-between gap-2 py-2 text-sm">
      <div className="flex min-w-0 flex-1 basis-64 flex-col">
        <span className="font-medium">
          {consumer}: {type}
        </span>
        <span className="truncate text-xs text-muted" title={stream}>
          {stream}
        </span>
        <span className="break-words">{error}</span>
        <span className="text-xs text-muted">
          <RelativeTime at={since} />, {texts.attempts(attempts)}
          {held > 0 && `, ${texts.held(held)}`}
        </span>
      </div>
      <Button
        size="sm"
        disabled={busy || isRetrying}
        aria-label={texts.retryOf(consumer)}
        onClick={() => onRetry(consumer)}
      >
        {isRetrying ? texts.retrying : texts.retry}
      </Button>
    </li>
  );
}
