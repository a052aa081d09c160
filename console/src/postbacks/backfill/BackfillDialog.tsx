import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorText } from '../../api/errors.ts';
import { showBatch } from '../../batches/shown.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { FailedChoices } from '../../pages/list/FailedChoices.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useIsMounted } from '../../ui/useIsMounted.ts';
import { useBackfill } from '../commands.ts';
import { postbackNames } from '../queries.ts';
import { postbackBackfillTexts } from '../texts/backfill.ts';
import { BackfillFields } from './BackfillFields.tsx';
import { CountStep } from './CountStep.tsx';
import { type Backfill, checkBackfill, newBackfill } from './values.ts';

type BackfillDialogProps = {
  /** The target postback; null if the user must choose one. */
  postbackId: string | null;
  onClose: () => void;
};

/** First the form, then the count of matching events. Sending them is an ordinary batch. */
type Step = { kind: 'form' } | { kind: 'count'; batch: string; counted: Backfill };

/** Sends past events to a postback that is new, was off, or was repaired. */
export function BackfillDialog({ postbackId, onClose }: BackfillDialogProps) {
  const [step, setStep] = useState<Step>({ kind: 'form' });
  const form = useForm({
    defaultValues: newBackfill(postbackId, new Date()),
    resolver: checkBackfill,
  });
  const postbacks = useQuery(postbackNames);
  const backfill = useBackfill();
  const isMounted = useIsMounted();

  const start = ({ postback, ...body }: Backfill, dryRun: boolean) =>
    backfill.mutateAsync({ params: { id: postback }, body: { ...body, dryRun } });

  async function count(counted: Backfill) {
    const { data } = await start(counted, true);
    setStep({ kind: 'count', batch: data.batch._id, counted });
  }

  async function send(counted: Backfill) {
    const { data } = await start(counted, false);
    onClose();
    showBatch(data.batch._id);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={postbackBackfillTexts.title}
      description={postbackBackfillTexts.text}
      busy={step.kind === 'count' && backfill.isPending}
    >
      {step.kind === 'form' ? (
        <DialogForm form={form} submitLabel={postbackBackfillTexts.count} save={count} onClose={onClose}>
          <BackfillFields postbacks={postbacks.data?.data ?? []} />
          <FailedChoices of={{ [postbackBackfillTexts.fields.postback]: postbacks }} />
        </DialogForm>
      ) : (
        <CountStep
          id={step.batch}
          perSecond={step.counted.perSecond}
          busy={backfill.isPending}
          problem={backfill.error && errorText(backfill.error)}
          onBack={() => setStep({ kind: 'form' })}
          onStart={() =>
            void send(step.counted).catch((error: unknown) => {
              // Here it is shown as `problem`.
              if (!isMounted.current) toast.error(errorText(error));
            })
          }
        />
      )}
    </Dialog>
  );
}
