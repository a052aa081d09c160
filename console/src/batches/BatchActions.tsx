import type { Batch } from '@crm/contracts/batches/batches.ts';
import { Pause, Play, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../api/errors.ts';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { toast } from '../ui/toast.tsx';
import { useIsMounted } from '../ui/useIsMounted.ts';
import { useCancel, usePause, useResume, useUndo } from './commands.ts';
import { isRunning } from './labels.ts';
import { batchTexts } from './texts.ts';

const texts = batchTexts.actions;

/** Buttons to cancel, pause and resume a batch, for admins and for who started it; and to undo it, for admins. */
export function BatchActions({ batch, onClose }: { batch: Batch; onClose?: () => void }) {
  const [asking, setAsking] = useState(false);
  const commands = { cancel: useCancel(), pause: usePause(), resume: useResume() };
  const undo = useUndo();
  const user = useCurrentUser();
  const isMounted = useIsMounted();
  const mayUndo = can(user, 'undo-batches');
  const isOwn = batch.createdBy._id === user._id && can(user, 'change-own');
  const mayControl = isOwn || can(user, 'control-all-batches');
  const params = { id: batch._id };
  const running = isRunning(batch);
  const undoable = batch.undoable && !running && batch.undoneBy === null && batch.counts.successful > 0;
  const problem = commands.cancel.error ?? commands.pause.error ?? commands.resume.error;
  function run(name: keyof typeof commands) {
    for (const command of Object.values(commands)) command.reset();
    commands[name].mutateAsync({ params }).catch((error) => {
      // The dialog was closed, or the page was left.
      if (!isMounted.current) toast.error(texts.notDone(batch.title, errorText(error)));
    });
  }

  // No action applies, and a page (without `onClose`) has no Close button.
  if (!onClose && !((mayUndo && undoable) || (mayControl && running && !batch.cancelling))) return null;
  return (
    <>
      {problem && <Alert tone="bad" text={errorText(problem)} />}
      <DialogActions>
        {mayControl && running && !batch.cancelling && (
          <>
            <Button icon={X} busy={commands.cancel.isPending} onClick={() => run('cancel')}>
              {texts.cancel}
            </Button>
            {batch.paused ? (
              <Button icon={Play} busy={commands.resume.isPending} onClick={() => run('resume')}>
                {texts.resume}
              </Button>
            ) : (
              <Button icon={Pause} busy={commands.pause.isPending} onClick={() => run('pause')}>
                {texts.pause}
              </Button>
            )}
          </>
        )}
        {mayUndo && undoable && (
          <Button icon={Undo2} onClick={() => setAsking(true)}>
            {texts.undo}
          </Button>
        )}
        {onClose && (
          <Button autoFocus variant="primary" onClick={onClose}>
            {running ? texts.goOn : texts.close}
          </Button>
        )}
      </DialogActions>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.confirmUndo.title}
        message={texts.confirmUndo.message}
        confirmLabel={texts.confirmUndo.confirm}
        onConfirm={() => undo.mutateAsync({ params, body: { wait: 0 } })}
      />
    </>
  );
}
