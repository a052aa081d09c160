import { Copy } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copyText.ts';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Input } from '../../ui/Input.tsx';
import { postbackTexts } from '../texts.ts';

type SecretDialogProps = {
  secret: string;
  /** Additional information about the secret. */
  note: string;
  onClose: () => void;
};

/** Shows the signing secret; this is the only time. */
export function SecretDialog({ secret, note, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      stays
      onClose={onClose}
      title={postbackTexts.form.signing.title}
      description={postbackTexts.form.signing.copyNow}
    >
      <div className="flex gap-2">
        <Input
          readOnly
          aria-label={postbackTexts.form.signing.title}
          value={secret}
          onFocus={(event) => event.target.select()}
          className="font-mono text-sm"
        />
        <Button icon={Copy} onClick={() => void copyText(secret)}>
          {postbackTexts.form.signing.copy}
        </Button>
      </div>
      <p className="mt-3 text-muted">{note}</p>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {postbackTexts.form.signing.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
