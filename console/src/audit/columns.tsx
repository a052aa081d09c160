import type { AuditEntry } from '@crm/contracts/audit/audit.ts';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../format/date.ts';
import type { Column } from '../ui/table/columns.ts';
import { actionOf, organizationOf, pageOf, recordName, roleOf } from './labels.ts';
import { auditTexts } from './texts.ts';

const texts = auditTexts.list;

/** `isOfAll`: the history of all organisations, for super admins. */
export type CellsOf = { isOfAll: boolean; onOpen: (entry: AuditEntry) => void };
type Row = { entry: AuditEntry };

export function auditColumns({ isOfAll, onOpen }: CellsOf): Column<AuditEntry>[] {
  const organization: Column<AuditEntry> = {
    id: 'organization',
    header: texts.columns.organization,
    width: 8,
    cell: (entry) => <Organization entry={entry} />,
  };
  return [
    {
      id: 'time',
      header: texts.columns.time,
      width: 10.5,
      cell: (entry) => <Time entry={entry} />,
    },
    { id: 'actor', header: texts.columns.actor, width: 9, cell: (entry) => <Actor entry={entry} /> },
    {
      id: 'role',
      header: texts.columns.role,
      width: 7,
      cell: (entry) => <span className="text-muted">{roleOf(entry)}</span>,
    },
    {
      id: 'action',
      header: texts.columns.action,
      width: 13,
      cell: (entry) => <ActionButton entry={entry} onOpen={onOpen} />,
    },
    ...(isOfAll ? [organization] : []),
    {
      id: 'record',
      header: texts.columns.record,
      width: 10,
      cell: (entry) => <Record entry={entry} isOfAll={isOfAll} />,
    },
    {
      id: 'changes',
      header: texts.columns.changes,
      width: 14,
      cell: (entry) => <ChangesCell entry={entry} />,
    },
    { id: 'ip', header: texts.columns.ip, width: 8, cell: ({ ipAddress }) => <Origin text={ipAddress} /> },
    {
      id: 'userAgent',
      header: texts.columns.userAgent,
      width: 8,
      cell: ({ userAgent }) => <Origin text={userAgent} />,
    },
  ];
}

function Time({ entry: { createdAt } }: Row) {
  return (
    <time dateTime={createdAt} title={createdAt} className="block truncate text-muted">
      {formatDateTime(createdAt)}
    </time>
  );
}

function Actor({ entry }: Row) {
  const { name } = entry.actor;
  return (
    <span dir="auto" title={name} className="block truncate text-left font-medium">
      {name}
    </span>
  );
}

/** The action opens the details of the entry. */
function ActionButton({ entry, onOpen }: Row & Pick<CellsOf, 'onOpen'>) {
  return (
    <button
      type="button"
      title={actionOf(entry)}
      onClick={() => onOpen(entry)}
      dir="auto"
      className="block w-full truncate rounded-ui text-left text-primary-text hover:underline max-md:py-1"
    >
      {actionOf(entry)}
    </button>
  );
}

function Organization({ entry }: Row) {
  return (
    <span dir="auto" className="block truncate text-left text-muted">
      {organizationOf(entry)}
    </span>
  );
}

/** The record's name, with a link where it has a page. */
export function Record({ entry: { subject }, isOfAll }: Row & { isOfAll: boolean }) {
  const page = pageOf(subject, isOfAll);
  const name = recordName(subject);
  if (page === null)
    return (
      <span dir="auto" title={name} className="block truncate text-left">
        {name}
      </span>
    );
  return (
    <Link
      to={page}
      title={name}
      dir="auto"
      className="block truncate rounded-ui text-left text-primary-text hover:underline"
    >
      {name}
    </Link>
  );
}

/** The first change, and how many more. */
function ChangesCell({ entry: { changes } }: Row) {
  const [first, ...others] = changes;
  if (!first) return <span className="text-muted">{auditTexts.emptyValue}</span>;
  return (
    <span className="flex min-w-0 gap-1">
      <span dir="auto" className="min-w-0 truncate text-left">
        <span className="text-muted">{first.label}: </span>
        {first.from !== null && first.from !== '' && (
          <>
            <del className="text-muted">{first.from}</del> <span aria-hidden>→</span>{' '}
          </>
        )}
        {first.to === '' ? auditTexts.emptyValue : first.to}
      </span>
      {others.length > 0 && <span className="shrink-0 text-muted">{texts.more(others.length)}</span>}
    </span>
  );
}

function Origin({ text }: { text: string | null }) {
  return (
    <span title={text ?? undefined} className="block truncate text-muted tabular-nums">
      {text ?? auditTexts.emptyValue}
    </span>
  );
}

/** An entry on a phone. */
export function AuditCard({ entry, isOfAll, onOpen }: Row & CellsOf) {
  return (
    <article className="flex flex-col gap-1.5 text-sm">
      <ActionButton entry={entry} onOpen={onOpen} />
      <div className="flex items-start justify-between gap-2">
        <span className="min-w-0">
          <Actor entry={entry} />
          <span className="text-xs text-muted">{roleOf(entry)}</span>
        </span>
        <div className="min-w-0 text-right">
          <Record entry={entry} isOfAll={isOfAll} />
        </div>
      </div>
      <ChangesCell entry={entry} />
      <div className="flex items-center justify-between gap-2 border-t pt-1 text-xs">
        <Time entry={entry} />
        {isOfAll ? <Organization entry={entry} /> : <Origin text={entry.ipAddress} />}
      </div>
    </article>
  );
}
