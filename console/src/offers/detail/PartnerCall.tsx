import type { Offer } from '@crm/contracts/offers/offers.ts';
import { Copy } from 'lucide-react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { copyText } from '../../ui/copyText.ts';
import { Panel } from '../../ui/Panel.tsx';
import { curlOf } from './partnerCall.ts';

/** The command with which a partner posts a lead for this offer. */
export function PartnerCall({ offer }: { offer: Offer }) {
  const command = curlOf(window.location.origin, offer._id);

  return (
    <Panel
      title="Post a lead for this offer"
      actions={
        <ActionButton
          label="Copy"
          group="Offer"
          action="copy-call"
          size="sm"
          icon={Copy}
          onClick={() => void copyText(command)}
        />
      }
    >
      <div className="flex flex-col gap-3">
        {!offer.isActive && (
          <Alert tone="warn" text="This offer is inactive: leads that partners post for it are refused." />
        )}
        <p className="text-muted">
          Partners send leads without signing in. Required are <Code>offer</Code>, <Code>fullName</Code>,{' '}
          <Code>phone</Code> and <Code>quantity</Code>; the price is that of the offer unless they send their
          own. An order sent twice under one <Code>orderId</Code> makes one lead.
        </p>
        <CodeBlock label="Command">{command}</CodeBlock>
      </div>
    </Panel>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-sm text-ink">{children}</code>;
}
