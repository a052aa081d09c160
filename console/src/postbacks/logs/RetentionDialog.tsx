import { setRetention } from '@crm/contracts/postbacks/logs.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../../api/checkedBy.ts';
import { errorText } from '../../api/errors.ts';
import { placeErrors } from '../../api/placeErrors.ts';
import { onCtrlEnter } from '../../keys/onCtrlEnter.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSetRetention } from '../commands.ts';
import { logRetention } from '../queries.ts';

type RetentionValues = { days: string; maxLogs: string };

const numberOf = (text: string) => (text.trim() === '' ? undefined : Number(text));
const check = checkedBy(setRetention.body, ({ days, maxLogs }: RetentionValues) => ({
  days: numberOf(days),
  maxLogs: numberOf(maxLogs) ?? null,
}));

/** The maximum age and number of logs; one setting for all postbacks of the organisation. */
export function RetentionDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(logRetention);
  const retention = query.data?.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Log retention"
      description="For all postbacks. What has not ended yet is kept whatever its age."
    >
      {retention ? (
        <RetentionForm
          values={{
            days: String(retention.days),
            maxLogs: retention.maxLogs === null ? '' : String(retention.maxLogs),
          }}
          onClose={onClose}
        />
      ) : query.isError ? (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Dialog>
  );
}

function RetentionForm({ values, onClose }: { values: RetentionValues; onClose: () => void }) {
  const form = useForm({ values, resetOptions: { keepDirtyValues: true }, resolver: check });
  const { errors, isSubmitting } = form.formState;
  const save = useSetRetention();
  const [problem, setProblem] = useState<string | null>(null);

  const submit = form.handleSubmit(async (body) => {
    setProblem(null);
    try {
      const { message } = await save({ body });
      toast.success(message ?? 'Log retention saved');
      onClose();
    } catch (error) {
      setProblem(placeErrors(error, form));
    }
  });

  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => void submit(event)}
      onKeyDown={onCtrlEnter(() => void submit())}
    >
      <Field label="Keep for (days)" required error={errors.days?.message} hint="1 to 3650">
        <Input {...form.register('days')} type="number" min={1} max={3650} />
      </Field>
      <Field
        label="At most (logs of each postback)"
        error={errors.maxLogs?.message}
        hint="At least 1000; leave blank for no such limit."
      >
        <Input {...form.register('maxLogs')} type="number" min={1000} placeholder="No limit" />
      </Field>
      {problem && <Alert tone="bad" text={problem} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}
