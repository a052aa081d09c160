import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { onDemand, usePopup } from '../../ui/onDemand.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useShownOnce } from '../../ui/useShownOnce.ts';
import { useRollSecret } from '../commands.ts';
import { postbackTexts } from '../texts.ts';

const secretDialog = onDemand(() => import('../../ui/SecretDialog.tsx'), 'dialogs');

/** Replaces the signing secret. The current secret cannot be shown. */
export function SigningPanel({ postback }: { postback: Pick<Postback, '_id' | 'previousSecretUntil'> }) {
  const roll = useRollSecret();
  const [asking, setAsking] = useState(false);
  const { secret: rolled, show, hide } = useShownOnce<{ secret: string; previousUntil: string }>();
  const popup = usePopup(secretDialog, rolled !== null);
  return (
    <Panel title={postbackTexts.form.signing.title}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">{postbackTexts.form.signing.text}</p>
        {postback.previousSecretUntil !== null && (
          <p className="text-sm">
            {postbackTexts.form.signing.previousUntil(formatDateTime(postback.previousSecretUntil))}
          </p>
        )}
        <Button icon={KeyRound} onClick={() => setAsking(true)}>
          {postbackTexts.form.signing.roll}
        </Button>
      </div>
      {asking && (
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
          onConfirmed={({ data }) => show(data, postbackTexts.form.signing.rolledNotShown)}
          onClose={() => setAsking(false)}
        />
      )}
      {popup && rolled !== null && (
        <popup.SecretDialog
          title={postbackTexts.form.signing.title}
          secret={rolled.secret}
          note={postbackTexts.form.signing.rolled(formatDateTime(rolled.previousUntil))}
          onClose={hide}
        />
      )}
    </Panel>
  );
}
