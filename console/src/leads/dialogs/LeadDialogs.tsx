import type { BulkSummary } from '@crm/contracts/leads/bulk.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { DecideDialog } from '../../approvals/DecideDialog.tsx';
import type { Deciding } from '../../approvals/decisions.ts';
import { showBatch } from '../../batches/shown.ts';
import { DeleteDialog } from '../../pages/DeleteDialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useIsMounted } from '../../ui/useIsMounted.ts';
import type { Chosen } from '../list/selection.ts';
import { leads } from '../resource.ts';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { BulkAssignDialog } from './BulkAssignDialog.tsx';
import { BulkDeleteDialog } from './BulkDeleteDialog.tsx';
import { BulkStatusDialog } from './BulkStatusDialog.tsx';
import type { BulkAnswer } from './bulk.ts';
import { CommentDialog } from './CommentDialog.tsx';
import { DecidePendingDialog } from './DecidePendingDialog.tsx';
import { LeftOver } from './LeftOver.tsx';
import { ReassignDialog } from './ReassignDialog.tsx';
import { StatusDialog } from './StatusDialog.tsx';

export type BulkKind =
  | 'bulk-status'
  | 'bulk-assign'
  | 'reassign'
  | 'bulk-approve'
  | 'bulk-reject'
  | 'bulk-delete';

/** The dialog that the list shows now. */
export type OpenLeadDialog =
  | { kind: 'comment' | 'assign' | 'delete'; lead: Lead }
  | { kind: 'status'; lead: Lead; to?: LeadStatus }
  | ({ kind: 'decide' } & Deciding)
  /** `chosen`: the selection when the dialog was asked for. A slow 'select all' may change it before the dialog's code is loaded. */
  | { kind: BulkKind; chosen: Chosen }
  | { kind: 'left-over'; text: string; summary: BulkSummary; orderIdOf: (leadId: string) => string | null };

type LeadDialogsProps = {
  dialog: OpenLeadDialog | null;
  openDialog: (dialog: OpenLeadDialog | null) => void;
  orderIdOf: (leadId: string) => string | null;
  /** Receives the ids of the leads that a bulk action could not change; they stay selected. */
  onBulkDone: (failed: ReadonlySet<string>) => void;
  onDeleted: (lead: Lead) => void;
};

export function LeadDialogs({ dialog, openDialog, orderIdOf, onBulkDone, onDeleted }: LeadDialogsProps) {
  const isMounted = useIsMounted();
  const close = () => openDialog(null);

  function finish({ data, message }: BulkAnswer) {
    if ('batch' in data) {
      onBulkDone(new Set());
      close();
      showBatch(data.batch._id);
      return;
    }
    const text = message ?? leadDialogTexts.bulkDone;
    const failed = data.problems.filter(({ outcome }) => outcome === 'failed');
    onBulkDone(new Set(failed.map(({ leadId }) => leadId)));
    if (data.problems.length === 0) toast.success(text);
    // The names as selected now: the selection keeps only the failed leads.
    else if (isMounted.current) return openDialog({ kind: 'left-over', text, summary: data, orderIdOf });
    // The page was left meanwhile: no dialog can name the leads.
    else toast.error(text);
    close();
  }

  if (dialog === null) return null;
  switch (dialog.kind) {
    case 'comment':
      return <CommentDialog lead={dialog.lead} onClose={close} />;
    case 'status':
      return <StatusDialog lead={dialog.lead} {...(dialog.to && { to: dialog.to })} onClose={close} />;
    case 'assign':
      return <AssignDialog lead={dialog.lead} onClose={close} />;
    case 'delete':
      return (
        <DeleteDialog
          of={leads}
          entity={dialog.lead}
          onDeleted={() => onDeleted(dialog.lead)}
          onClose={close}
        />
      );
    case 'decide':
      return <DecideDialog decision={dialog.decision} request={dialog.request} onClose={close} />;
    case 'left-over':
      return <LeftOver {...dialog} onClose={close} />;
    default:
      return <BulkDialog kind={dialog.kind} chosen={dialog.chosen} onDone={finish} onClose={close} />;
  }
}

type BulkDialogProps = {
  kind: BulkKind;
  chosen: Chosen;
  onDone: (answer: BulkAnswer) => void;
  onClose: () => void;
};

function BulkDialog({ kind, ...props }: BulkDialogProps) {
  switch (kind) {
    case 'bulk-status':
      return <BulkStatusDialog {...props} />;
    case 'bulk-assign':
      return <BulkAssignDialog {...props} />;
    case 'reassign':
      return <ReassignDialog {...props} />;
    case 'bulk-approve':
      return <DecidePendingDialog decision="approve" {...props} />;
    case 'bulk-reject':
      return <DecidePendingDialog decision="reject" {...props} />;
    case 'bulk-delete':
      return <BulkDeleteDialog {...props} />;
    default:
      return kind satisfies never;
  }
}
