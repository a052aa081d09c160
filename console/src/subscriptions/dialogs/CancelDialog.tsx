import type { Received } from '@crm/contracts/endpoint.ts';
import { cancelSubscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { formatDate } from '../../format/date.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.tsx';
import { nameOf } from '../list/columns.tsx';
import { subscriptionTexts } from '../texts.ts';
import type { About } from './about.ts';
import { useSeen } from './useSeen.tsx';

const texts = subscriptionTexts.cancel;

type Values = { immediate: boolean; reason: string };

/** Confirms a cancellation: for the end of the paid period, or at once. */
export function CancelDialog({ subscription, onClose }: About) {
  const { seen, send, now } = useSeen(subscription);
  const { _id: id, endDate, revision } = seen;
  const cancel = useCommand(cancelSubscription, ['subscriptions']);
  const form = useForm<Values, unknown, Received<typeof cancelSubscription, 'body'>>({
    defaultValues: { immediate: false, reason: '' },
    resolver: checkedBy(cancelSubscription.body, (values: Values) => ({ ...values, revision })),
  });
  const { errors } = form.formState;
  return (
    <Dialog open onClose={onClose} title={texts.title} description={nameOf(subscription)}>
      <DialogForm
        danger
        form={form}
        submitLabel={texts.submit}
        failure={texts.failed}
        draft={`cancel subscription ${id}`}
        save={async (body) => {
          await send(() => cancel.mutateAsync({ params: { id }, body }));
          toast.success(texts.done);
          onClose();
        }}
        onClose={onClose}
      >
        {now}
        <p aria-live="polite">{form.watch('immediate') ? texts.loses : texts.keeps(formatDate(endDate))}</p>
        <CheckField label={texts.immediate} {...form.register('immediate')} />
        <Field label={texts.reason} error={errors.reason?.message}>
          <Input {...form.register('reason')} dir="auto" autoComplete="off" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
