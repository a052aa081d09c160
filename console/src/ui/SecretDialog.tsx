import { Copy } from 'lucide-react';
import { Button } from './Button.tsx';
import { copyText } from './copyText.ts';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';
import { Input } from './Input.tsx';
import { uiTexts } from './texts.ts';

type SecretDialogProps = {
  title: string;
  secret: string;
  /** Additional information about the secret. */
  note: string;
  onClose: () => void;
};

/** Shows a new secret; this is the only time. */
export function SecretDialog({ title, secret, note, onClose }: SecretDialogProps) {
  return (
    <Dialog open stays onClose={onClose} title={title} description={uiTexts.secret.copyNow}>
      <div className="flex gap-2">
        <Input
          readOnly
          aria-label={title}
          value={secret}
          onFocus={(event) => event.target.select()}
          className="font-mono text-sm"
        />
        <Button icon={Copy} onClick={() => void copyText(secret)}>
          {uiTexts.secret.copy}
        </Button>
      </div>
      <p className="mt-3 text-muted">{note}</p>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {uiTexts.secret.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
