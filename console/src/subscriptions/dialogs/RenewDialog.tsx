import type { Received } from '@crm/contracts/endpoint.ts';
import { renewSubscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import type { PeriodType } from '@crm/events/subscriptions/vocabulary.ts';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { boundsOf } from '../../form/boundsOf.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { toast } from '../../ui/toast.tsx';
import { nameOf } from '../list/columns.tsx';
import { subscriptionTexts } from '../texts.ts';
import { type About, periodOptions } from './about.ts';
import { useSeen } from './useSeen.tsx';

const texts = subscriptionTexts.renew;

const bounds = boundsOf(renewSubscription.body.shape.duration);

type Values = { duration: string; durationType: PeriodType };

/** Confirms a renewal, and asks for its period. */
export function RenewDialog({ subscription, onClose }: About) {
  const { seen, send, now } = useSeen(subscription);
  const { _id: id, revision } = seen;
  const renew = useCommand(renewSubscription, ['subscriptions']);
  const form = useForm<Values, unknown, Received<typeof renewSubscription, 'body'>>({
    defaultValues: { duration: '1', durationType: 'months' },
    resolver: checkedBy(renewSubscription.body, (values: Values) => ({ ...values, revision })),
  });
  const { errors } = form.formState;
  return (
    <Dialog open onClose={onClose} title={texts.title} description={nameOf(subscription)}>
      <DialogForm
        form={form}
        submitLabel={texts.submit}
        disabled={form.watch('duration').trim() === ''}
        failure={texts.failed}
        save={async (body) => {
          await send(() => renew.mutateAsync({ params: { id }, body }));
          toast.success(texts.done);
          onClose();
        }}
        onClose={onClose}
      >
        {now}
        <p>{texts.terms}</p>
        <div className="grid grid-cols-2 gap-3">
          <Field label={texts.period} required error={errors.duration?.message}>
            <Input {...form.register('duration')} type="number" {...bounds} />
          </Field>
          <Field label={texts.type} required error={errors.durationType?.message}>
            <Select {...form.register('durationType')} options={periodOptions} />
          </Field>
        </div>
      </DialogForm>
    </Dialog>
  );
}
