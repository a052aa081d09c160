import { findPastLeads } from '@crm/contracts/leads/past-list.ts';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { PanelForm } from '../../form/PanelForm.tsx';
import { localInput } from '../../format/localInput.ts';
import { deviceZone } from '../../format/period.ts';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { pastLeadTexts as texts } from '../texts/past.ts';

type Values = { at: string };
const check = checkedBy(findPastLeads.body, ({ at }: Values) => ({
  // A text that is no time is refused by the schema.
  at: Number.isNaN(Date.parse(at)) ? at : new Date(at).toISOString(),
  wait: 1,
}));

/** Asks for the moment, in the time zone of the device, and starts the batch that finds the leads. */
export function MomentForm({ onFound }: { onFound: (batch: string) => void }) {
  const find = useCommand(findPastLeads, ['batches']);
  const form = useForm({ defaultValues: { at: localInput(new Date()) }, resolver: check });
  return (
    <PanelForm
      title={texts.moment}
      form={form}
      submitLabel={texts.find}
      save={async (body) => onFound((await find.mutateAsync({ body })).data.batch._id)}
      failure={texts.failed}
    >
      <Field
        label={texts.moment}
        required
        hint={texts.zone(deviceZone())}
        error={form.formState.errors.at?.message}
      >
        <Input type="datetime-local" {...form.register('at')} />
      </Field>
    </PanelForm>
  );
}
