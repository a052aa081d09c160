import type { SubscriptionBlock as Block } from '@crm/contracts/auth/auth.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dismissSubscriptionIssue } from '../../api/subscriptionIssue.ts';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { readUnconfirmed } from '../../payments/checkout/unconfirmed.ts';
import { SubscriptionBlock } from './SubscriptionBlock.tsx';
import { shownBlock } from './shown.ts';

const RenewalDialog = lazy(async () => ({
  default: (await import('../../payments/account/RenewalDialog.tsx')).RenewalDialog,
}));

type SubscriptionDialogsProps = {
  block: Block | null;
  /** The subscription's status that a call was refused with; null when none was. */
  refusedBy: string | null;
  supportEmail: string | null;
};

/**
 * The dialog of a blocked organisation, or of a call that its subscription refused, and the renewal. The renewal is one of
 * the whole console: a block that begins or ends meanwhile leaves it as it is, so that a payment shows its result.
 */
export function SubscriptionDialogs({ block, refusedBy, supportEmail }: SubscriptionDialogsProps) {
  const shown = shownBlock(block, refusedBy);
  const user = useCurrentUser();
  const [renewal, setRenewal] = useRenewal(can(user, 'change-organization') ? user._id : null);
  return (
    <>
      {shown && (
        <SubscriptionBlock
          key={shown.subscriptionStatus}
          block={shown}
          organisation={user.crmSettings.organizationName}
          supportEmail={supportEmail}
          isRenewing={renewal !== null}
          onRenew={() => setRenewal('')}
          onClose={dismissSubscriptionIssue}
        />
      )}
      <Suspense>
        {renewal !== null && <RenewalDialog planId={renewal} onClose={() => setRenewal(null)} />}
      </Suspense>
    </>
  );
}

/**
 * The plan that the open renewal starts with, '' for the own one; null while the renewal is closed. `renew` in the page's
 * URL (paths.ts) opens it and is removed at once: a reload or Back does not open the renewal again. A payment that is not
 * confirmed yet opens it, too: after a reload or a new sign-in, its user learns what became of it.
 * @param payer the user; null when they may not renew
 */
function useRenewal(payer: string | null) {
  const [params, setParams] = useSearchParams();
  const [renewal, setRenewal] = useState<string | null>(() =>
    payer !== null && readUnconfirmed(payer) ? '' : null,
  );
  const asked = params.get('renew');
  useEffect(() => {
    if (asked === null) return;
    if (payer !== null) setRenewal(asked);
    const rest = new URLSearchParams(params);
    rest.delete('renew');
    setParams(rest, { replace: true });
  }, [asked, payer, params, setParams]);
  return [renewal, setRenewal] as const;
}
