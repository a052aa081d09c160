import type { Subscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import type { DialogName } from '../list/SubscriptionActions.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { ExtendDialog } from './ExtendDialog.tsx';
import { RenewDialog } from './RenewDialog.tsx';
import { StatusDialog } from './StatusDialog.tsx';

type SubscriptionDialogProps = { subscription: Subscription; onClose: () => void };

const dialogs = {
  details: DetailsDialog,
  status: StatusDialog,
  extend: ExtendDialog,
  cancel: CancelDialog,
  renew: RenewDialog,
} satisfies Record<DialogName, unknown>;

/** One of the dialogs about a subscription. */
export function SubscriptionDialog({ dialog, ...props }: SubscriptionDialogProps & { dialog: DialogName }) {
  const Chosen = dialogs[dialog];
  return <Chosen {...props} />;
}
