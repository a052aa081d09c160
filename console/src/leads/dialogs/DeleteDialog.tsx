import type { Lead } from '@crm/contracts/leads/lead.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useDeleteLead } from '../commands.ts';

type DeleteDialogProps = {
  lead: Pick<Lead, '_id' | 'orderId'>;
  onDeleted?: () => void;
  onClose: () => void;
};

export function DeleteDialog({ lead, onDeleted, onClose }: DeleteDialogProps) {
  const deleteLead = useDeleteLead();
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={`Delete order ${lead.orderId}`}
      message="Are you sure you want to delete this lead? This action cannot be undone."
      confirmLabel="Delete"
      onConfirm={async () => {
        await deleteLead(lead);
        toast.success(`Order ${lead.orderId} deleted`);
        onDeleted?.();
      }}
    />
  );
}
