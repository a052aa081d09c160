import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { onDemand, usePopup } from '../../ui/onDemand.ts';
import { Panel } from '../../ui/Panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { useIsMounted } from '../../ui/useIsMounted.ts';
import { useRollSecret } from '../commands.ts';
import { postbackTexts } from '../texts.ts';

const secretDialog = onDemand(() => import('../../ui/SecretDialog.tsx'), 'dialogs');

type Step = { kind: 'none' } | { kind: 'asking' } | { kind: 'rolled'; secret: string; previousUntil: string };

/** Replaces the signing secret. The current secret cannot be shown. */
export function SigningPanel({ postback }: { postback: Pick<Postback, '_id' | 'previousSecretUntil'> }) {
  const roll = useRollSecret();
  const isMounted = useIsMounted();
  const [step, setStep] = useState<Step>({ kind: 'none' });
  const popup = usePopup(secretDialog, step.kind === 'rolled');
  return (
    <Panel title={postbackTexts.form.signing.title}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">{postbackTexts.form.signing.text}</p>
        {postback.previousSecretUntil !== null && (
          <p className="text-sm">
            {postbackTexts.form.signing.previousUntil(formatDateTime(postback.previousSecretUntil))}
          </p>
        )}
        <Button icon={KeyRound} onClick={() => setStep({ kind: 'asking' })}>
          {postbackTexts.form.signing.roll}
        </Button>
      </div>
      {step.kind === 'asking' && (
        <ConfirmDialog
          open
          title={postbackTexts.form.signing.rollTitle}
          message={postbackTexts.form.signing.rollMessage}
          confirmLabel={postbackTexts.form.signing.roll}
          onConfirm={async () => {
            // The secret is shown only once: not without the code that shows it.
            await secretDialog.load();
            return roll({ params: { id: postback._id } });
          }}
          onConfirmed={({ data }) => {
            if (isMounted.current) setStep({ kind: 'rolled', ...data });
            else toast.error(postbackTexts.form.signing.notShown); // the page was left meanwhile
          }}
          onClose={() => setStep({ kind: 'none' })}
        />
      )}
      {popup && step.kind === 'rolled' && (
        <popup.SecretDialog
          title={postbackTexts.form.signing.title}
          secret={step.secret}
          note={postbackTexts.form.signing.rolled(formatDateTime(step.previousUntil))}
          onClose={() => setStep({ kind: 'none' })}
        />
      )}
    </Panel>
  );
}
