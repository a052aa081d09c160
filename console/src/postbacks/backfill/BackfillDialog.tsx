import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { placeErrors } from '../../api/placeErrors.ts';
import { showBatch } from '../../batches/shown.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { useBackfill } from '../commands.ts';
import { postbackNames } from '../queries.ts';
import { BackfillFields } from './BackfillFields.tsx';
import { CountStep } from './CountStep.tsx';
import { type BackfillValues, checkBackfill, newBackfill } from './values.ts';

type BackfillDialogProps = {
  /** The target postback; null if the user must choose one. */
  postbackId: string | null;
  onClose: () => void;
};

/** First the form, then the count of matching events. Sending them is an ordinary batch. */
type Step = { kind: 'asking' } | { kind: 'counting'; batch: string; perSecond: number };

/** Sends past events to a postback that is new, was off, or was repaired. */
export function BackfillDialog({ postbackId, onClose }: BackfillDialogProps) {
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    defaultValues: newBackfill(postbackId, new Date()),
    resolver: checkBackfill,
  });
  const postbacks = useQuery(postbackNames).data?.data ?? [];
  const backfill = useBackfill();

  /** Submits the form: `dryRun` counts the events, otherwise they are sent. */
  const ask = (dryRun: boolean) =>
    form.handleSubmit(async (body) => {
      const { postback } = form.getValues();
      setProblem(null);
      if (postback === '') {
        form.setError('postback', { message: 'Please choose a postback' }, { shouldFocus: true });
        return;
      }
      try {
        const { data } = await backfill.mutateAsync({
          params: { id: postback },
          body: { ...body, dryRun },
        });
        const batch = data.batch._id;
        if (dryRun) {
          setStep({ kind: 'counting', batch, perSecond: body.perSecond });
          return;
        }
        onClose();
        showBatch(batch);
      } catch (error) {
        setProblem(placeErrors<BackfillValues>(error, form));
      }
    })();

  return (
    <Dialog
      open
      onClose={onClose}
      title="Backfill"
      description="Sends what happened in a period, oldest first. Each delivery has the id that it had, or would have had, so that a partner can drop what it knows."
    >
      {step.kind === 'asking' && (
        <FormProvider {...form}>
          <form
            noValidate
            className="flex flex-col gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              void ask(true);
            }}
          >
            <BackfillFields postbacks={postbacks} />
            {problem && <Alert tone="bad" text={problem} />}
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" variant="primary" busy={backfill.isPending}>
                Count events
              </Button>
            </DialogActions>
          </form>
        </FormProvider>
      )}
      {step.kind === 'counting' && (
        <CountStep
          id={step.batch}
          perSecond={step.perSecond}
          busy={backfill.isPending}
          problem={problem}
          onBack={() => setStep({ kind: 'asking' })}
          onStart={() => void ask(false)}
        />
      )}
    </Dialog>
  );
}
