import type { SubscriptionBlock as Block } from '@crm/contracts/auth/auth.ts';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { AlertDialog as Radix } from 'radix-ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { refresh } from '../../api/read.ts';
import { can } from '../../auth/can.ts';
import { signOut } from '../../auth/commands.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { formatDate } from '../../format/date.ts';
import { paths } from '../../paths.ts';
import { Button, buttonVariants } from '../../ui/Button.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { blockTexts } from '../texts/block.ts';
import { isBlocking as blocks } from './shown.ts';

/** Statuses that end with a payment. */
const RENEWABLE = new Set(['none', 'expired']);

type SubscriptionBlockProps = {
  block: Block;
  organisation: string;
  /** The address behind 'Contact Support'; without it, the plans are. */
  supportEmail: string | null;
  /** The renewal is open, in place of the dialog. */
  isRenewing: boolean;
  onRenew: () => void;
  onClose: () => void;
};

/**
 * Covers the pages of a blocked organisation, and disappears by itself when the block ends. Above other pages it shows why a
 * call was refused, and can be closed.
 */
export function SubscriptionBlock({
  block,
  organisation,
  supportEmail,
  isRenewing,
  onRenew,
  onClose,
}: SubscriptionBlockProps) {
  const { subscriptionStatus: status, endDate } = block;
  const queryClient = useQueryClient();
  const [isClosed, setIsClosed] = useState(false);
  const isBlocking = blocks(status);
  // Operators write to the support, or look at the plans.
  const mayManage = can(useCurrentUser(), 'change-organization');
  const mayRenew = mayManage && RENEWABLE.has(status);
  const isLimit = status === 'lead_limit_reached';
  const close = () => {
    setIsClosed(true);
    onClose();
  };
  const { title, text, button } = blockTexts.issueOf(status);
  const mail = `mailto:${supportEmail}?subject=${encodeURIComponent(`${button}: ${organisation}`)}`;

  // The pages below were refused during the block.
  useEffect(
    () => () => {
      if (isBlocking) void queryClient.invalidateQueries();
    },
    [queryClient, isBlocking],
  );

  if (isRenewing)
    return (
      isBlocking && (
        <div className="fixed inset-0 z-30 flex justify-center bg-canvas pt-[20vh]">
          <p className="px-4 text-center text-lg text-muted">{blockTexts.overlay}</p>
        </div>
      )
    );
  return (
    <Radix.Root open={!isClosed} onOpenChange={(open) => !open && !isBlocking && close()}>
      <Radix.Portal>
        <Radix.Overlay
          className={`fixed inset-0 z-50 flex justify-center pt-[20vh] ${isBlocking ? 'bg-canvas' : 'bg-scrim'}`}
        >
          {isBlocking && <p className="px-4 text-center text-lg text-muted">{blockTexts.overlay}</p>}
        </Radix.Overlay>
        <Radix.Content className="fixed top-1/2 left-1/2 z-50 w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 rounded-ui border bg-raised p-4 shadow-pop">
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-1 text-muted">
            {text(endDate && formatDate(endDate))}
          </Radix.Description>
          {!isBlocking && (
            <IconButton
              icon={X}
              label={blockTexts.close}
              className="absolute top-2 right-2"
              onClick={close}
            />
          )}
          <DialogActions>
            {status !== 'no_parent' && <Button onClick={signOut}>{blockTexts.logout}</Button>}
            {isLimit && mayManage && (
              <Link to={paths.ownSubscription} onClick={close} className={buttonVariants({})}>
                {blockTexts.plan}
              </Link>
            )}
            {mayRenew ? (
              <Button variant="primary" onClick={onRenew}>
                {button}
              </Button>
            ) : isBlocking || isLimit ? (
              <a
                href={supportEmail ? mail : paths.landing}
                className={buttonVariants({ variant: 'primary' })}
              >
                {button}
              </a>
            ) : (
              <Button
                variant="primary"
                onClick={() => {
                  close();
                  void refresh(queryClient, ['tenant']);
                }}
              >
                {button}
              </Button>
            )}
          </DialogActions>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
