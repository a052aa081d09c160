import type { Lead } from '@crm/contracts/leads/lead.ts';
import { addOperatorComment } from '@crm/contracts/leads/write.ts';
import { CALL_BACK, composeComment } from '@crm/events/leads/connection.ts';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { instantOfInput, localInput } from '../../format/localInput.ts';
import { deviceZone } from '../../format/period.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { workTexts } from '../texts.ts';
import { type QuickTime, quickTime, quickTimes } from './callbackTime.ts';

const texts = workTexts.callback;

/** `callbackAt`: in the browser's time zone, as the input has it. */
type Draft = { quick: QuickTime | null; callbackAt: string };

const check = checkedBy(addOperatorComment.body, ({ callbackAt }: Draft) => ({
  content: composeComment('connected', CALL_BACK),
  callbackAt: instantOfInput(callbackAt),
}));

type CallbackDialogProps = { lead: Lead; onPromise: (at: string) => void; onClose: () => void };

/** Asks when the customer expects the next call. */
export function CallbackDialog({ lead, onPromise, onClose }: CallbackDialogProps) {
  const form = useForm<Draft, unknown, { callbackAt?: string | null | undefined }>({
    defaultValues: { quick: 'hour', callbackAt: localInput(quickTime('hour', new Date())) },
    resolver: check,
  });
  const draft = form.watch();

  async function save({ callbackAt }: { callbackAt?: string | null | undefined }) {
    if (!callbackAt) return;
    onClose();
    onPromise(callbackAt);
  }

  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.description(lead.fullName)}>
      <DialogForm
        form={form}
        submitLabel={texts.submit}
        disabled={draft.callbackAt === ''}
        save={save}
        onClose={onClose}
      >
        <Segmented
          label={texts.quick}
          value={draft.quick}
          onChange={(quick) => {
            form.setValue('quick', quick);
            form.setValue('callbackAt', localInput(quickTime(quick, new Date())));
          }}
          options={quickTimes.map((value) => ({ value, label: texts.choices[value] }))}
          digits
          className="flex-wrap"
        />
        <Field
          label={texts.time}
          required
          hint={texts.zone(deviceZone())}
          error={form.formState.errors.callbackAt?.message}
        >
          <Input
            type="datetime-local"
            {...form.register('callbackAt', { onChange: () => form.setValue('quick', null) })}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
