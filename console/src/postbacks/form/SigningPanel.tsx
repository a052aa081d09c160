import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useRollSecret } from '../commands.ts';
import { SecretDialog } from './SecretDialog.tsx';

type Step = { kind: 'none' } | { kind: 'asking' } | { kind: 'rolled'; secret: string; previousUntil: string };

/** Replaces the signing secret. The current secret cannot be shown. */
export function SigningPanel({ postback }: { postback: Pick<Postback, '_id' | 'previousSecretUntil'> }) {
  const roll = useRollSecret();
  const [step, setStep] = useState<Step>({ kind: 'none' });
  return (
    <Panel title="Signing secret">
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">
          Partners use it to check that a request is ours and unchanged (Standard Webhooks). It was shown
          once, when it was created.
        </p>
        {postback.previousSecretUntil !== null && (
          <p className="text-sm">
            The previous secret also signs until {formatDateTime(postback.previousSecretUntil)}.
          </p>
        )}
        <Button icon={KeyRound} onClick={() => setStep({ kind: 'asking' })}>
          Roll secret
        </Button>
      </div>
      {step.kind === 'asking' && (
        <ConfirmDialog
          open
          title="Roll the signing secret"
          message="A new secret is created and shown once. The old one stays valid for 24 hours: until then every request is signed with both, so that the partner can switch."
          confirmLabel="Roll secret"
          onConfirm={async () => {
            const { data } = await roll({ params: { id: postback._id } });
            // After the confirmation dialog has closed.
            setTimeout(() => setStep({ kind: 'rolled', ...data }), 0);
          }}
          onClose={() => setStep({ kind: 'none' })}
        />
      )}
      {step.kind === 'rolled' && (
        <SecretDialog
          secret={step.secret}
          note={`The old secret also signs until ${formatDateTime(step.previousUntil)}, so that the partner can switch.`}
          onClose={() => setStep({ kind: 'none' })}
        />
      )}
    </Panel>
  );
}
