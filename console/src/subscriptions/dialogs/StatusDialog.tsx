import { setSubscriptionStatus } from '@crm/contracts/subscriptions/subscriptions.ts';
import { type SubscriptionStatus, subscriptionStatuses } from '@crm/events/subscriptions/vocabulary.ts';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { deviceZone, instantsOf } from '../../format/period.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { toast } from '../../ui/toast.tsx';
import { nameOf } from '../list/columns.tsx';
import { subscriptionTexts } from '../texts.ts';
import type { About } from './about.ts';
import { useSeen } from './useSeen.tsx';

const texts = subscriptionTexts.setStatus;

type Values = { status: SubscriptionStatus; endDate: string };

const options = subscriptionStatuses.map((value) => ({ value, label: subscriptionTexts.statuses[value] }));

/**
 * The last moment of a day on this device, so that the list shows the day that was entered; undefined without one. What is no
 * day is sent as it is, and refused.
 */
function endOf(day: string): string | undefined {
  if (day === '') return undefined;
  return instantsOf({ from: '', to: day, zone: deviceZone() }).endDate ?? day;
}

/** Sets any status, and a new end date if one is entered. */
export function StatusDialog({ subscription, onClose }: About) {
  const { seen, send, now } = useSeen(subscription);
  const { _id: id, status, revision } = seen;
  const set = useCommand(setSubscriptionStatus, ['subscriptions']);
  const form = useForm({
    defaultValues: { status, endDate: '' },
    resolver: checkedBy(setSubscriptionStatus.body, (values: Values) => ({
      status: values.status,
      endDate: endOf(values.endDate),
      revision,
    })),
  });
  const { errors } = form.formState;
  return (
    <Dialog open onClose={onClose} title={texts.title} description={nameOf(subscription)}>
      <DialogForm
        form={form}
        submitLabel={texts.submit}
        busyLabel={texts.busy}
        failure={texts.failed}
        save={async (body) => {
          await send(() => set.mutateAsync({ params: { id }, body }));
          toast.success(texts.done);
          onClose();
        }}
        onClose={onClose}
      >
        {now}
        <Field label={texts.status} required error={errors.status?.message}>
          <Select {...form.register('status')} options={options} />
        </Field>
        <Field label={texts.end} hint={texts.endHint} error={errors.endDate?.message}>
          <Input {...form.register('endDate')} type="date" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
