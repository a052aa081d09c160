import type { Lead, TimelineEntry } from '@crm/contracts/leads/lead.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { failureText } from '../../../api/errors.ts';
import { formatDateTime } from '../../../format/date.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { leadHistoryTexts as texts } from '../../texts/history.ts';
import { Differences } from './Differences.tsx';
import { leadAt } from './queries.ts';

type TimeTravelProps = {
  lead: Lead;
  /** Newest first; null while it loads. */
  timeline: readonly TimelineEntry[] | null;
  /** The shown event; null for the newest. */
  revision: number | null;
  onRevision: (revision: number | null) => void;
  /** Whether the user may edit the lead. */
  mayRestore: boolean;
};

/** The lead at any event of its history, beside its present state. */
export function TimeTravel({ lead, timeline, revision, onRevision, mayRestore }: TimeTravelProps) {
  const stops = [...(timeline ?? [])].sort((one, other) => one.revision - other.revision);
  const last = stops.length - 1;
  const found = stops.findIndex((stop) => stop.revision === revision);
  const at = found < 0 ? last : found;
  const stop = stops[at];
  // With the newest event of the lead, so that the difference to now is read again after a change.
  const query = useQuery({ ...leadAt(lead._id, stop?.revision ?? 0), enabled: stop !== undefined });
  const go = (to: number) => {
    const next = stops[Math.min(last, Math.max(0, to))];
    onRevision(next === undefined || next === stops[last] ? null : next.revision);
  };
  if (stop === undefined)
    return (
      <Panel title={texts.title}>
        <SkeletonLines count={3} />
      </Panel>
    );
  const { author, content, createdAt } = stop;
  return (
    <Panel title={texts.title}>
      <div className="flex flex-col gap-3">
        <p className="text-sm text-muted">{texts.hint}</p>
        <div className="flex items-center gap-2">
          <IconButton
            icon={ChevronLeft}
            label={texts.earlier}
            disabled={at === 0}
            onClick={() => go(at - 1)}
          />
          <input
            type="range"
            min={0}
            max={Math.max(1, last)}
            step={1}
            value={last === 0 ? 1 : at}
            disabled={last === 0}
            onChange={({ target }) => go(Number(target.value))}
            aria-label={texts.moment}
            aria-valuetext={texts.stop({
              n: at + 1,
              of: stops.length,
              event: content,
              time: formatDateTime(createdAt),
              actor: author.fullName,
            })}
            className="h-9 min-w-0 flex-1 cursor-pointer accent-primary-text"
          />
          <IconButton
            icon={ChevronRight}
            label={texts.later}
            disabled={at === last}
            onClick={() => go(at + 1)}
          />
        </div>
        <p aria-hidden className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="tabular-nums text-muted">{texts.position(at + 1, stops.length)}</span>
          <span dir="auto" className="min-w-0 break-words font-medium">
            {content}
          </span>
          <span className="text-muted">
            {formatDateTime(createdAt)} · <bdi>{author.fullName}</bdi>
          </span>
        </p>
        {query.isError ? (
          <ErrorState text={failureText(query.error, texts.failed)} onRetry={() => void query.refetch()} />
        ) : query.data ? (
          <Differences lead={lead} shown={query.data.data} mayRestore={mayRestore} />
        ) : (
          <SkeletonLines count={3} />
        )}
      </div>
    </Panel>
  );
}
