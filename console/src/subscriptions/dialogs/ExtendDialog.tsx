import type { Received } from '@crm/contracts/endpoint.ts';
import { extendSubscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import { addPeriod, isEndInRange } from '@crm/events/subscriptions/period.ts';
import type { PeriodType } from '@crm/events/subscriptions/vocabulary.ts';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { boundsOf } from '../../form/boundsOf.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { formatDate } from '../../format/date.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { toast } from '../../ui/toast.tsx';
import { nameOf } from '../list/columns.tsx';
import { subscriptionTexts } from '../texts.ts';
import { type About, periodOptions, typedCount } from './about.ts';
import { useSeen } from './useSeen.tsx';

const texts = subscriptionTexts.extend;

const bounds = boundsOf(extendSubscription.body.shape.extensionPeriod);

type Values = { extensionPeriod: string; extensionType: PeriodType };

/** Moves the end by months or years, with a preview of the new end. */
export function ExtendDialog({ subscription, onClose }: About) {
  const { seen, send, now } = useSeen(subscription);
  const { _id: id, endDate, revision } = seen;
  const extend = useCommand(extendSubscription, ['subscriptions']);
  const form = useForm<Values, unknown, Received<typeof extendSubscription, 'body'>>({
    defaultValues: { extensionPeriod: '1', extensionType: 'months' },
    resolver: checkedBy(extendSubscription.body, (values: Values) => ({ ...values, revision })),
  });
  const { errors } = form.formState;
  const { extensionPeriod, extensionType: type } = form.watch();
  const count = typedCount(extensionPeriod);
  const end = count === null ? null : addPeriod(endDate, { count, type });
  const isLate = end !== null && !isEndInRange(end);
  const facts = [
    { label: texts.current, value: formatDate(endDate) },
    { label: texts.preview, value: end && !isLate ? formatDate(end) : null },
  ];
  return (
    <Dialog open onClose={onClose} title={texts.title} description={nameOf(subscription)}>
      <DialogForm
        form={form}
        submitLabel={texts.submit}
        busyLabel={texts.busy}
        disabled={extensionPeriod.trim() === ''}
        failure={texts.failed}
        save={async (body) => {
          await send(() => extend.mutateAsync({ params: { id }, body }));
          toast.success(texts.done);
          onClose();
        }}
        onClose={onClose}
      >
        {now}
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={texts.period}
            required
            error={errors.extensionPeriod?.message ?? (isLate ? texts.late : undefined)}
          >
            <Input {...form.register('extensionPeriod')} type="number" {...bounds} />
          </Field>
          <Field label={texts.type} required error={errors.extensionType?.message}>
            <Select {...form.register('extensionType')} options={periodOptions} />
          </Field>
        </div>
        <div aria-live="polite">
          <Facts facts={facts} />
        </div>
      </DialogForm>
    </Dialog>
  );
}
