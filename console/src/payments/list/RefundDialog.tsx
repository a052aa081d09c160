import { type Payment, refundPayment } from '@crm/contracts/payments/payments.ts';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { toast } from '../../ui/toast.tsx';
import { amountOf } from '../amountOf.ts';
import { paymentListTexts } from '../texts/list.ts';

const texts = paymentListTexts.refund;

type Values = { reason: string };
const check = checkedBy(refundPayment.body, (values: Values) => values);

/** Confirms a refund, and asks for its reason. */
export function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const refund = useCommand(refundPayment, ['payments']);
  const form = useForm({ defaultValues: { reason: '' }, resolver: check });
  return (
    <Dialog open onClose={onClose} title={texts.title} description={payment.buyer.fullName}>
      <DialogForm
        danger
        form={form}
        submitLabel={texts.submit}
        busyLabel={texts.busy}
        failure={texts.failed}
        draft={`refund ${payment._id}`}
        save={async (body) => {
          await refund.mutateAsync({ params: { id: payment._id }, body });
          toast.success(texts.done);
          onClose();
        }}
        onClose={onClose}
      >
        <p>{texts.text(amountOf({ amount: payment.toRefund, currency: payment.currency }))}</p>
        <Field label={texts.reason} required error={form.formState.errors.reason?.message}>
          <Input {...form.register('reason')} dir="auto" autoComplete="off" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
