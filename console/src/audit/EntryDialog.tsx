import type { AuditEntry } from '@crm/contracts/audit/audit.ts';
import { hasAdminNotes } from '@crm/events/leads/vocabulary.ts';
import { formatDateTime } from '../format/date.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Record } from './columns.tsx';
import type { AuditListState } from './filters.ts';
import { actionOf, organizationOf, roleOf, subjectOf } from './labels.ts';
import { auditTexts } from './texts.ts';
import { Why } from './Why.tsx';

const texts = auditTexts.details;

type EntryDialogProps = {
  entry: AuditEntry;
  isOfAll: boolean;
  /** Opens another entry of the same cause. */
  onOpen: (entry: AuditEntry) => void;
  /** Filters the list by a value of the entry. */
  onFilter: (patch: Partial<AuditListState>) => void;
  onClose: () => void;
};

/** All about one entry: who, what, from where, each field before and after, and why. */
export function EntryDialog({ entry, isOfAll, onOpen, onFilter, onClose }: EntryDialogProps) {
  const { actor, subject, ipAddress, userAgent, reason, changes } = entry;
  const only = (patch: Partial<AuditListState>) => {
    onFilter(patch);
    onClose();
  };
  const { _id: actorId } = actor;
  return (
    <Dialog open wide readOnly onClose={onClose} title={texts.title} description={actionOf(entry)}>
      <div className="flex flex-col gap-4">
        <Facts
          facts={[
            { label: texts.time, value: formatDateTime(entry.createdAt) },
            { label: texts.actor, value: `${actor.name} (${roleOf(entry)})` },
            { label: texts.record, value: <Record entry={entry} isOfAll={isOfAll} /> },
            ...(isOfAll ? [{ label: texts.organization, value: organizationOf(entry) }] : []),
            { label: texts.ip, value: ipAddress },
            { label: texts.userAgent, value: userAgent },
            ...(reason === null
              ? []
              : [{ label: hasAdminNotes(entry.type) ? texts.adminNotes : texts.reason, value: reason }]),
            { label: texts.eventType, value: entry.type },
            {
              label: texts.eventId,
              value: <span className="font-mono text-xs select-all">{entry.eventId}</span>,
            },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          {actorId !== null && <Button onClick={() => only({ actor: actorId })}>{texts.onlyActor}</Button>}
          <Button onClick={() => only({ subject: subjectOf(subject) })}>{texts.onlyRecord}</Button>
          {ipAddress !== null && <Button onClick={() => only({ ip: ipAddress })}>{texts.onlyIp}</Button>}
        </div>
        <section aria-labelledby="audit-changes">
          <h3 id="audit-changes" className="mb-1 font-semibold">
            {texts.changes}
          </h3>
          <Changes changes={changes} />
        </section>
        <section aria-labelledby="audit-why">
          <h3 id="audit-why" className="mb-1 font-semibold">
            {auditTexts.why.title}
          </h3>
          <Why entry={entry} isOfAll={isOfAll} onOpen={onOpen} />
        </section>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  if (changes.length === 0) return <p className="text-muted">{texts.noChanges}</p>;
  return (
    <table className="w-full table-fixed text-left text-sm">
      <thead className="text-xs text-muted">
        <tr>
          {[texts.field, texts.before, texts.after].map((header) => (
            <th key={header} scope="col" className="py-1 pr-2 font-medium">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, label, from, to }) => (
          <tr key={field} className="border-t align-top">
            <th scope="row" className="py-1 pr-2 font-normal text-muted">
              {label}
            </th>
            <Value text={from ?? auditTexts.unknownValue} />
            <Value text={to} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ text }: { text: string }) {
  return (
    <td dir="auto" className="py-1 pr-2 text-left break-words whitespace-pre-line">
      {text === '' ? auditTexts.emptyValue : text}
    </td>
  );
}
