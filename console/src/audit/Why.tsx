import type { AuditEntry } from '@crm/contracts/audit/audit.ts';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../api/errors.ts';
import { formatDateTime } from '../format/date.ts';
import { cn } from '../ui/cn.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { actionOf, recordName } from './labels.ts';
import { auditWhy } from './queries.ts';
import { auditTexts } from './texts.ts';

const texts = auditTexts.why;

type WhyProps = { entry: AuditEntry; isOfAll: boolean; onOpen: (entry: AuditEntry) => void };

/** The causes of an entry, from the click that began it, and its effects. */
export function Why({ entry, isOfAll, onOpen }: WhyProps) {
  const query = useQuery(auditWhy(isOfAll, entry._id));
  const why = query.data?.data;
  if (!why)
    return query.isError ? (
      <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonLines count={2} />
    );
  if (why.steps.length <= 1) return <p className="text-muted">{texts.alone}</p>;
  return (
    <>
      <ol aria-label={texts.title} className="flex flex-col gap-0.5">
        {why.steps.map((step) => (
          <Step key={step.entry._id} {...step} isThis={step.entry._id === entry._id} onOpen={onOpen} />
        ))}
      </ol>
      {why.cut && <p className="mt-2 text-sm text-muted">{texts.cut}</p>}
    </>
  );
}

/** Deeper steps are indented no further, so that a long chain fits on a phone. */
const DEEPEST = 4;
const indents = ['', 'ml-4', 'ml-8', 'ml-12', 'ml-16'];

type StepProps = {
  depth: number;
  entry: AuditEntry;
  isThis: boolean;
  onOpen: WhyProps['onOpen'];
};

function Step({ depth, entry, isThis, onOpen }: StepProps) {
  return (
    <li
      {...(isThis && { 'aria-current': 'step' })}
      className={cn(
        'rounded-ui border-l-2 px-2 py-1 text-sm',
        indents[Math.min(depth, DEEPEST)],
        isThis && 'bg-sunken',
      )}
    >
      {isThis ? (
        <span dir="auto" className="block text-left font-medium break-words">
          {actionOf(entry)}
        </span>
      ) : (
        <button
          type="button"
          dir="auto"
          onClick={() => onOpen(entry)}
          className="block rounded-ui text-left break-words text-primary-text hover:underline"
        >
          {actionOf(entry)}
        </button>
      )}
      <span className="text-xs text-muted">
        {recordName(entry.subject)} · {entry.actor.name} · {formatDateTime(entry.createdAt)}
      </span>
    </li>
  );
}
