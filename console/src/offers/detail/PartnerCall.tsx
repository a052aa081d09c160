import type { Offer } from '@crm/contracts/offers/offers.ts';
import { Copy } from 'lucide-react';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { copyText } from '../../ui/copyText.ts';
import { Panel } from '../../ui/Panel.tsx';
import { offerTexts } from '../texts.ts';
import { curlOf } from './partnerCall.ts';

const texts = offerTexts.detail.partnerCall;

/** The command with which a partner posts a lead for this offer. */
export function PartnerCall({ offer }: { offer: Offer }) {
  const command = curlOf(window.location.origin, offer._id, useCurrentUser().crmSettings.apiKeyRequired);

  return (
    <Panel
      title={texts.title}
      actions={
        <ActionButton
          label={texts.copy}
          group={texts.group}
          action="copy-call"
          size="sm"
          icon={Copy}
          onClick={() => void copyText(command)}
        />
      }
    >
      <div className="flex flex-col gap-3">
        {!offer.isActive && <Alert tone="warn" text={texts.inactive} />}
        <p className="text-muted">
          {texts.explanation((field) => (
            <code key={field} className="font-mono text-sm text-ink">
              {field}
            </code>
          ))}
        </p>
        <CodeBlock label={texts.command}>{command}</CodeBlock>
      </div>
    </Panel>
  );
}
