import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { toast } from '../../ui/toast.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { BulkAssignDialog } from './BulkAssignDialog.tsx';
import { BulkStatusDialog } from './BulkStatusDialog.tsx';
import type { Outcome } from './bulk.ts';
import { CommentDialog } from './CommentDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { StatusDialog } from './StatusDialog.tsx';

/** What the list is asking just now. */
export type Asked =
  | { kind: 'comment' | 'assign' | 'delete'; lead: Lead }
  | { kind: 'status'; lead: Lead; to?: LeadStatus }
  | { kind: 'bulk-status' | 'bulk-assign' };

type LeadDialogsProps = {
  asked: Asked | null;
  selected: readonly Lead[];
  /** Which leads a bulk action could not change; they stay selected. */
  onBulkDone: (failed: ReadonlySet<string>) => void;
  onDeleted: (lead: Lead) => void;
  onClose: () => void;
};

export function LeadDialogs({ asked, selected, onBulkDone, onDeleted, onClose }: LeadDialogsProps) {
  function finish(outcome: Outcome, text: string) {
    if (outcome.failed > 0) toast.error(text);
    else toast.success(text);
    onBulkDone(new Set(outcome.problems.map(({ leadId }) => leadId)));
    onClose();
  }

  if (asked === null) return null;
  switch (asked.kind) {
    case 'comment':
      return <CommentDialog lead={asked.lead} onClose={onClose} />;
    case 'status':
      return <StatusDialog lead={asked.lead} {...(asked.to && { to: asked.to })} onClose={onClose} />;
    case 'assign':
      return <AssignDialog lead={asked.lead} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog lead={asked.lead} onDeleted={() => onDeleted(asked.lead)} onClose={onClose} />;
    case 'bulk-status':
      return <BulkStatusDialog leads={selected} onDone={finish} onClose={onClose} />;
    case 'bulk-assign':
      return <BulkAssignDialog leads={selected} onDone={finish} onClose={onClose} />;
    default:
      return asked satisfies never;
  }
}
