import type * as contract from '@crm/contracts/leads/history.ts';
import type { LeadAt } from '@crm/contracts/leads/history.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { FieldName } from '@crm/events/leads/fields/list.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/address.ts';
import { useCommand } from '../../../api/useCommand.ts';
import { formatDateTime } from '../../../format/date.ts';
import { Button } from '../../../ui/Button.tsx';
import { CheckField } from '../../../ui/CheckField.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { capitalised } from '../../../ui/StatusBadge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { leadHistoryTexts as texts } from '../../texts/history.ts';
import { leadWords } from '../../texts/words.ts';

type Row = { label: string; past: string; present: string; differs: boolean; field: FieldName | null };

type DifferencesProps = { lead: Pick<Lead, '_id'>; shown: LeadAt; mayRestore: boolean };

/** The values of a past moment beside the present ones, and the restoration of one or all that differ. */
export function Differences({ lead, shown, mayRestore }: DifferencesProps) {
  const restore = useCommand(address<typeof contract.restoreLeadFields>('POST', '/leads/:id/restore'), [
    'leads',
  ]);
  const [all, setAll] = useState(false);
  const [restoring, setRestoring] = useState<readonly Row[] | null>(null);
  const rows = rowsOf(shown, mayRestore);
  const different = rows.filter(({ differs }) => differs);
  const restorable = different.filter(({ field }) => field !== null);
  const visible = all ? rows : different;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CheckField label={texts.showAll} checked={all} onChange={({ target }) => setAll(target.checked)} />
        {restorable.length > 1 && (
          <Button icon={Undo2} onClick={() => setRestoring(restorable)}>
            {texts.restoreAll(restorable.length)}
          </Button>
        )}
      </div>
      {visible.length === 0 ? (
        <p className="text-muted">{texts.same}</p>
      ) : (
        <table className="w-full table-fixed text-sm">
          <caption className="sr-only">{texts.caption}</caption>
          <thead className="text-left text-xs text-muted">
            <tr>
              <th scope="col" className="w-1/4 py-1 font-normal">
                {texts.field}
              </th>
              <th scope="col" className="py-1 font-normal">
                {texts.past}
              </th>
              <th scope="col" className="py-1 font-normal">
                {texts.present}
              </th>
              {mayRestore && (
                <th scope="col" className="w-10 sm:w-28">
                  <span className="sr-only">{texts.restoreColumn}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {visible.map((row) => (
              <tr key={row.label} className="border-t align-top">
                <th scope="row" className="py-2 pr-2 text-left font-normal break-words text-muted">
                  {row.label}
                </th>
                <td dir="auto" className="py-2 pr-2 break-words">
                  {row.differs ? (
                    <mark className="bg-warn-soft text-ink">{row.past || texts.blank}</mark>
                  ) : (
                    row.past
                  )}
                </td>
                <td dir="auto" className="py-2 pr-2 break-words">
                  {row.present || texts.blank}
                </td>
                {mayRestore && (
                  <td className="py-1 text-right">
                    {row.differs && row.field !== null && (
                      <Button
                        variant="ghost"
                        icon={Undo2}
                        aria-label={texts.restoreOne(row.label)}
                        onClick={() => setRestoring([row])}
                      >
                        <span className="max-sm:sr-only">{texts.restore}</span>
                      </Button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ConfirmDialog
        open={restoring !== null}
        onClose={() => setRestoring(null)}
        title={texts.confirmTitle}
        message={texts.confirm(
          (restoring ?? []).map(({ label }) => label),
          formatDateTime(shown.at),
        )}
        confirmLabel={texts.restore}
        onConfirm={async () => {
          const fields = (restoring ?? []).flatMap(({ field }) => field ?? []);
          await restore.mutateAsync({
            params: { id: lead._id },
            body: { from: shown.revision, fields, revision: shown.presentRevision },
          });
          toast.success(texts.restored);
        }}
      />
    </>
  );
}

/** Status, operator and request are restored by their own commands. */
function rowsOf({ past, present, fields }: LeadAt, mayRestore: boolean): Row[] {
  const state = (label: string, one: string, other: string): Row => ({
    label,
    past: one,
    present: other,
    differs: one !== other,
    field: null,
  });
  const statusOf = (of: LeadAt['past']) => (of === null ? texts.noLead : capitalised(of.status));
  const operatorOf = (of: LeadAt['past']) => of?.operator ?? leadWords.unassigned;
  const pendingOf = (of: LeadAt['past']) => (of?.pendingStatus ? capitalised(of.pendingStatus) : '');
  return [
    state(texts.status, statusOf(past), statusOf(present)),
    state(texts.operator, operatorOf(past), operatorOf(present)),
    state(texts.pending, pendingOf(past), pendingOf(present)),
    ...fields.map(({ name, label, restorable, ...values }) => ({
      label,
      ...values,
      // The names are those of the catalogue.
      field: mayRestore && restorable ? (name as FieldName) : null,
    })),
  ].filter((row) => row.past !== '' || row.present !== '');
}
