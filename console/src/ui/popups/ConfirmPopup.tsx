import { AlertDialog as Radix } from 'radix-ui';
import { useState } from 'react';
import { Alert } from '../Alert.tsx';
import { Button } from '../Button.tsx';
import { DialogActions, pressesPrimary } from '../DialogActions.tsx';
import { Scrim } from '../Scrim.tsx';
import { uiTexts } from '../texts.ts';
import { toast } from '../toast.tsx';
import { useFocusBack } from '../useFocusBack.ts';
import { useIsMounted } from '../useIsMounted.ts';

export type ConfirmDialogProps<Result> = {
  open: boolean;
  onClose: () => void;
  title: string;
  message: string;
  confirmLabel: string;
  danger?: boolean;
  /** Performs the action. The dialog closes on success and shows the error text on failure: as a toast if its page was left. */
  onConfirm: () => Promise<Result>;
  /** Receives the result after `onClose`, which would close a dialog that `onConfirm` opened. */
  onConfirmed?: (result: Result) => void;
};

/** ConfirmDialog's content: loads when the first one opens. */
export function ConfirmPopup<Result>(props: ConfirmDialogProps<Result>) {
  const focusBack = useFocusBack(props.open);
  const isMounted = useIsMounted();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function confirm() {
    setBusy(true);
    setError(null);
    try {
      const result = await props.onConfirm();
      props.onClose();
      props.onConfirmed?.(result);
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : uiTexts.confirm.failed;
      if (isMounted.current) setError(text);
      else toast.error(text);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Radix.Root
      open={props.open}
      onOpenChange={(open) => {
        if (open || busy) return;
        setError(null);
        props.onClose();
      }}
    >
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          onCloseAutoFocus={focusBack}
          onKeyDown={pressesPrimary}
          className="fixed top-1/2 left-1/2 z-40 w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 rounded-ui border bg-raised p-4 break-words shadow-pop"
        >
          <Radix.Title className="text-lg font-semibold">{props.title}</Radix.Title>
          <Radix.Description className="mt-1 text-muted">{props.message}</Radix.Description>
          {error && <Alert tone="bad" text={error} onDismiss={() => setError(null)} className="mt-3" />}
          <DialogActions>
            <Radix.Cancel asChild>
              <Button disabled={busy}>{uiTexts.confirm.cancel}</Button>
            </Radix.Cancel>
            <Button
              variant={props.danger ? 'danger' : 'primary'}
              busy={busy}
              title="Ctrl Enter"
              onClick={() => void confirm()}
            >
              {props.confirmLabel}
            </Button>
          </DialogActions>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
