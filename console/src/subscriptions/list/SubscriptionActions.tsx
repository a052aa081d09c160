import type { Subscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import { CalendarPlus, CircleX, Ellipsis, Eye, RefreshCw, SlidersHorizontal } from 'lucide-react';
import { keysOf } from '../../keys/keymap.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { subscriptionTexts } from '../texts.ts';

const texts = subscriptionTexts.actions;

/** A dialog about a subscription. */
export type DialogName = 'details' | 'status' | 'extend' | 'cancel' | 'renew';
export type Open = (dialog: DialogName, subscription: Subscription) => void;

export const canCancel = ({ status }: Subscription) => status === 'active';
export const canRenew = ({ status }: Subscription) => status === 'expired' || status === 'cancelled';

/** The actions of a row. */
export function SubscriptionActions({ subscription, open }: { subscription: Subscription; open: Open }) {
  const name = subscription.userId?.fullName ?? subscriptionTexts.noUser;
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={texts.more(name)} className="-my-1" />}>
      <MenuItem icon={Eye} keys={keysOf('open')} onSelect={() => open('details', subscription)}>
        {texts.details}
      </MenuItem>
      <MenuItem
        icon={SlidersHorizontal}
        keys={keysOf('status')}
        onSelect={() => open('status', subscription)}
      >
        {texts.status}
      </MenuItem>
      <MenuItem
        icon={CalendarPlus}
        keys={keysOf('extend-subscription')}
        onSelect={() => open('extend', subscription)}
      >
        {texts.extend}
      </MenuItem>
      {canCancel(subscription) && (
        <MenuItem
          danger
          icon={CircleX}
          keys={keysOf('cancel-subscription')}
          onSelect={() => open('cancel', subscription)}
        >
          {texts.cancel}
        </MenuItem>
      )}
      {canRenew(subscription) && (
        <MenuItem
          icon={RefreshCw}
          keys={keysOf('renew-subscription')}
          onSelect={() => open('renew', subscription)}
        >
          {texts.renew}
        </MenuItem>
      )}
    </Menu>
  );
}
