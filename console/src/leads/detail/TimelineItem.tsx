import type { TimelineEntry } from '@crm/contracts/leads/lead.ts';
import { hasAdminNotes } from '@crm/events/leads/vocabulary.ts';
import {
  ArrowRight,
  Bot,
  CircleDot,
  type LucideIcon,
  MessageSquare,
  Pencil,
  Plus,
  Star,
  Trash2,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusChange } from '../../ui/StatusChange.tsx';
import { leadDetailTexts } from '../texts/detail.tsx';
import { leadWords } from '../texts/words.ts';
import { showsInternal, typeBadge } from './timeline.ts';

const texts = leadDetailTexts.timeline;

const icons: Record<string, LucideIcon> = {
  LeadCreated: Plus,
  LeadEdited: Pencil,
  LeadAssigned: UserRound,
  LeadUnassigned: UserRound,
  LeadCommented: MessageSquare,
  LeadDeleted: Trash2,
};

/** One timeline entry: author, event, time and origin. */
export function TimelineItem({ entry }: { entry: TimelineEntry }) {
  const badge = typeBadge(entry.type);
  const Icon = icons[entry.event] ?? (entry.type === 'status' ? CircleDot : Bot);
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span aria-hidden className="absolute top-8 bottom-1 left-3.5 w-px bg-line group-last:hidden" />
      <span
        aria-hidden
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken text-muted"
      >
        <Icon className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium" dir="auto">
            {entry.author.fullName}
          </span>
          <Badge tone={badge.tone}>{badge.text}</Badge>
          {showsInternal(entry) && <Badge>{texts.internal}</Badge>}
          {entry.isImportant && (
            <Star aria-label={leadWords.important} className="size-3.5 fill-current text-warn" />
          )}
          <span className="text-sm text-muted">
            <RelativeTime at={entry.createdAt} />
          </span>
        </div>
        {entry.content && (
          <p className="mt-1 max-w-prose text-left break-words whitespace-pre-line" dir="auto">
            {entry.content}
          </p>
        )}
        <Metadata {...entry} />
      </div>
    </li>
  );
}

function Metadata({ event, metadata }: TimelineEntry) {
  const { previousStatus, newStatus, reason, ipAddress, userAgent, changes } = metadata;
  return (
    <>
      {changes.length > 0 && (
        <dl className="mt-1 grid max-w-prose grid-cols-[max-content_1fr] gap-x-3 text-sm">
          {changes.map((change) => (
            <Change key={change.field} {...change} />
          ))}
        </dl>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted empty:hidden">
        {newStatus && <StatusChange from={previousStatus} to={newStatus} />}
        {reason && <Named name={hasAdminNotes(event) ? texts.adminNotes : texts.reason}>{reason}</Named>}
        {ipAddress && (
          <span title={userAgent ?? undefined}>
            <Named name={texts.ipAddress}>{ipAddress}</Named>
          </span>
        )}
      </div>
    </>
  );
}

type Edit = TimelineEntry['metadata']['changes'][number];

function Change({ label, from, to }: Edit) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">
        {from !== '' && (
          <>
            <del className="text-muted" dir="auto">
              {from}
            </del>{' '}
            <ArrowRight aria-label={texts.became} className="inline size-3.5 text-muted" />{' '}
          </>
        )}
        <span dir="auto">{to === '' ? '—' : to}</span>
      </dd>
    </>
  );
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="min-w-0 break-words">
      {name}: <span dir="auto">{children}</span>
    </span>
  );
}
