import { setRetention } from '@crm/contracts/postbacks/logs.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorText } from '../../api/errors.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSetRetention } from '../commands.ts';
import { logRetention } from '../queries.ts';
import { postbackTexts } from '../texts.ts';

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
      title={postbackTexts.logs.retention.title}
      description={postbackTexts.logs.retention.text}
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
  const { errors } = form.formState;
  const save = useSetRetention();
  return (
    <DialogForm
      form={form}
      submitLabel={postbackTexts.logs.retention.submit}
      save={async (body) => {
        const { message } = await save({ body });
        toast.success(message ?? postbackTexts.logs.retention.saved);
        onClose();
      }}
      onClose={onClose}
    >
      <Field
        label={postbackTexts.logs.retention.days}
        required
        error={errors.days?.message}
        hint={postbackTexts.logs.retention.daysHint}
      >
        <Input {...form.register('days')} type="number" />
      </Field>
      <Field
        label={postbackTexts.logs.retention.max}
        error={errors.maxLogs?.message}
        hint={postbackTexts.logs.retention.maxHint}
      >
        <Input {...form.register('maxLogs')} type="number" placeholder={postbackTexts.logs.retention.noMax} />
      </Field>
    </DialogForm>
  );
}
