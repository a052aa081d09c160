import type { Batch } from '@crm/contracts/batches/batches.ts';
import { Pause, Play, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../api/errors.ts';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DialogActions } from '../ui/Dialog.tsx';
import { useCancel, usePause, useResume, useUndo } from './commands.ts';
import { isRunning } from './words.ts';

/** Buttons to cancel, pause, resume and undo a batch; for admins. */
export function BatchActions({ batch, onClose }: { batch: Batch; onClose?: () => void }) {
  const [asking, setAsking] = useState(false);
  const commands = { cancel: useCancel(), pause: usePause(), resume: useResume() };
  const undo = useUndo();
  const mayControl = can(useCurrentUser(), 'control-batches');
  const params = { id: batch._id };
  const running = isRunning(batch);
  const undoable = batch.undoable && !running && batch.undoneBy === null && batch.counts.successful > 0;
  const problem = commands.cancel.error ?? commands.pause.error ?? commands.resume.error;

  // No action applies, and a page (without `onClose`) has no Close button.
  if (!onClose && !(mayControl && (undoable || (running && !batch.cancelling)))) return null;
  return (
    <>
      {problem && <Alert tone="bad" text={errorText(problem)} />}
      <DialogActions>
        {mayControl && running && !batch.cancelling && (
          <>
            <Button
              icon={X}
              busy={commands.cancel.isPending}
              onClick={() => commands.cancel.mutate({ params })}
            >
              Cancel the rest
            </Button>
            {batch.paused ? (
              <Button
                icon={Play}
                busy={commands.resume.isPending}
                onClick={() => commands.resume.mutate({ params })}
              >
                Resume
              </Button>
            ) : (
              <Button
                icon={Pause}
                busy={commands.pause.isPending}
                onClick={() => commands.pause.mutate({ params })}
              >
                Pause
              </Button>
            )}
          </>
        )}
        {mayControl && undoable && (
          <Button icon={Undo2} onClick={() => setAsking(true)}>
            Undo
          </Button>
        )}
        {onClose && (
          <Button autoFocus variant="primary" onClick={onClose}>
            {running ? 'Go on in the background' : 'Close'}
          </Button>
        )}
      </DialogActions>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Undo all of it?"
        message="Everything returns to its state before, except what was changed or commented on since: that is kept and listed."
        confirmLabel="Undo"
        onConfirm={() => undo.mutateAsync({ params, body: { wait: 0 } })}
      />
    </>
  );
}
