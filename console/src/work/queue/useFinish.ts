import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { QueuedLead } from '@crm/contracts/work/work.ts';
import { errorText, isStopped } from '../../api/errors.ts';
import { seenPosition } from '../../api/position.ts';
import { formatDateTime } from '../../format/date.ts';
import { announce } from '../../ui/announce.tsx';
import { toast } from '../../ui/toast.tsx';
import { useOutcome, useSkip } from '../commands.ts';
import { workTexts } from '../texts.ts';
import type { Outcome } from './outcomes.ts';
import { holdTab, isLastStep, markAnswered, markFinished } from './steps.ts';
import type { QueueCommands } from './useQueueCommands.ts';

/** The lead on screen, and the one after it. */
type OnScreen = { shown: QueuedLead | null; ahead: QueuedLead | null };

/** Ends the work on a lead, by the outcome of its call or by a skip, and shows the next one at once. */
export function useFinish(
  { newest, enqueue, takeNext, takeFinished }: QueueCommands,
  { shown, ahead }: OnScreen,
) {
  const comment = useOutcome().mutateAsync;
  const skipLead = useSkip().mutateAsync;

  /** Takes the lead off the screen, sends how the work on it ended, and takes the next one. */
  function finish(
    { _id: id }: Lead,
    send: () => Promise<unknown>,
    { failed, announced }: { failed: (message: string) => string; announced: (name: string) => string },
  ) {
    // A lead that was reassigned while its dialog was open is not on screen any more.
    const next = id === shown?.lead._id ? ahead : shown;
    const sendHeld = holdTab(send);
    void enqueue(
      async () => {
        await sendHeld().finally(() => markAnswered(id, seenPosition()));
        // The operator may have finished the next lead already. If no lead can be taken, the outcome is saved nevertheless:
        // `useAutomaticTake` tries again after the queue was read, and shows why that fails.
        if (isLastStep()) await takeNext()?.catch(() => {});
      },
      (error) => {
        if (!isStopped(error)) toast.error(failed(errorText(error)), { stays: true });
      },
    );
    markFinished(id, next?.lead._id ?? null, newest().hidden);
    if (next) announce(announced(next.lead.fullName));
  }

  return {
    record: (lead: Lead, { content }: Outcome, callbackAt: string | null = null) => {
      const send = async () => {
        // A lead of the pool is assigned to the operator only by taking it.
        if (lead.assignedOperator === null) await takeFinished(lead._id);
        return comment({ params: { id: lead._id }, body: { content, callbackAt } });
      };
      const failed = (message: string) =>
        callbackAt === null
          ? workTexts.notSaved(lead.orderId, content, message)
          : workTexts.callbackNotSaved(lead.orderId, formatDateTime(callbackAt), message);
      finish(lead, send, { failed, announced: workTexts.savedNext });
    },
    skip: (lead: Lead) => {
      const send = async () => {
        await takeFinished(lead._id);
        const { data } = await skipLead({ params: { id: lead._id } });
        toast.info(data.isSkipped ? workTexts.skipped : workTexts.notSkipped(lead.orderId));
      };
      const failed = (message: string) => workTexts.skipFailed(lead.orderId, message);
      // The toast says that it was skipped, so only the next lead is announced.
      finish(lead, send, { failed, announced: workTexts.next });
    },
  };
}
