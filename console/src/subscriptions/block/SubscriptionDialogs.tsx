import type { SubscriptionBlock as Block } from '@crm/contracts/auth/auth.ts';
import { lazy, Suspense } from 'react';
import { dismissSubscriptionIssue } from '../../api/subscriptionIssue.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { SubscriptionBlock } from './SubscriptionBlock.tsx';

const RenewalDialog = lazy(async () => ({
  default: (await import('../../payments/account/RenewalDialog.tsx')).RenewalDialog,
}));

type SubscriptionDialogsProps = {
  /** Null without a block or a refused call. */
  block: Block | null;
  supportEmail: string | null;
  /** The plan that the open renewal starts with, '' for the own one; null while it is closed. */
  renewal: string | null;
  onRenewal: (plan: string | null) => void;
};

/**
 * The dialog of a blocked organisation, or of a call that its subscription refused, and the renewal. The renewal is one of
 * the whole console: a block that begins or ends meanwhile leaves it as it is, so that a payment shows its result.
 */
export function SubscriptionDialogs({ block, supportEmail, renewal, onRenewal }: SubscriptionDialogsProps) {
  const { crmSettings } = useCurrentUser();
  return (
    <>
      {block && (
        <SubscriptionBlock
          key={block.subscriptionStatus}
          block={block}
          organisation={crmSettings.organizationName}
          supportEmail={supportEmail}
          isRenewing={renewal !== null}
          onRenew={() => onRenewal('')}
          onClose={dismissSubscriptionIssue}
        />
      )}
      <Suspense>
        {renewal !== null && <RenewalDialog planId={renewal} onClose={() => onRenewal(null)} />}
      </Suspense>
    </>
  );
}
