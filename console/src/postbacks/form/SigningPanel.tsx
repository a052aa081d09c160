import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useRollSecret } from '../commands.ts';
import { SecretDialog } from './SecretDialog.tsx';

type Step = { kind: 'none' } | { kind: 'asking' } | { kind: 'told'; secret: string; previousUntil: string };

/** Replaces the signing secret. The current secret cannot be shown. */
export function SigningPanel({ postback }: { postback: Pick<Postback, '_id' | 'previousSecretUntil'> }) {
  const roll = useRollSecret();
  const [step, setStep] = useState<Step>({ kind: 'none' });
  return (
    <Panel title="Signing secret">
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">
          Partners check with it that a request is ours and unchanged (Standard Webhooks). It was shown when
          it was made.
        </p>
        {postback.previousSecretUntil !== null && (
          <p className="text-sm">
            The secret before it signs, too, until {formatDateTime(postback.previousSecretUntil)}.
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
          message="A new secret is made and shown once. The old one stays valid for 24 hours more: until then every request carries a signature of each, so that the partner can change over."
          confirmLabel="Roll secret"
          onConfirm={async () => {
            const { data } = await roll({ params: { id: postback._id } });
            // After the confirmation dialog has closed.
            setTimeout(() => setStep({ kind: 'told', ...data }), 0);
          }}
          onClose={() => setStep({ kind: 'none' })}
        />
      )}
      {step.kind === 'told' && (
        <SecretDialog
          secret={step.secret}
          note={`The old secret signs, too, until ${formatDateTime(step.previousUntil)}: 24 hours to change over.`}
          onClose={() => setStep({ kind: 'none' })}
        />
      )}
    </Panel>
  );
}
