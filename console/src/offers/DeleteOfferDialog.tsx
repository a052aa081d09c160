import type { Offer } from '@crm/contracts/offers/offers.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useDeleteOffer } from './commands.ts';

type DeleteOfferDialogProps = {
  offer: Pick<Offer, '_id' | 'name'>;
  onDeleted?: () => void;
  onClose: () => void;
};

export function DeleteOfferDialog({ offer, onDeleted, onClose }: DeleteOfferDialogProps) {
  const deleteOffer = useDeleteOffer();
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={`Delete ${offer.name}`}
      message="Are you sure you want to delete this offer? This action cannot be undone."
      confirmLabel="Delete"
      onConfirm={async () => {
        await deleteOffer(offer._id);
        toast.success(`${offer.name} deleted`);
        onDeleted?.();
      }}
    />
  );
}
