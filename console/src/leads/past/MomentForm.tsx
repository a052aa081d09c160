import { findPastLeads } from '@crm/contracts/leads/past-list.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../api/useCommand.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { PanelForm } from '../../form/PanelForm.tsx';
import { instantOfInput, localInput } from '../../format/localInput.ts';
import { deviceZone } from '../../format/period.ts';
import { filterOffers, filterOperators, type Named, withCurrent } from '../../pages/list/choices.ts';
import { FailedChoices } from '../../pages/list/FailedChoices.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { type Option, Select } from '../../ui/Select.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { leadListTexts } from '../texts/list.ts';
import { pastLeadTexts as texts } from '../texts/past.ts';

const { filters } = leadListTexts;
const all = (label: string): Option => ({ value: '', label });
/** With the one of an earlier search, also before the choices are read: the select begins with it. */
const orAll = (label: string, named: readonly Named[] | undefined, current: string): Option[] => [
  all(label),
  ...withCurrent(named, current, ['']),
];
const statuses: Option[] = [
  all(filters.status.all),
  ...leadStatuses.map((status) => ({ value: status, label: capitalised(status) })),
];

type Values = { at: string; status: string; offer: string; assignedOperator: string; search: string };
const noFilters = { status: '', offer: '', assignedOperator: '', search: '' };
const check = checkedBy(findPastLeads.body, ({ at, status, offer, assignedOperator, search }: Values) => ({
  at: instantOfInput(at),
  status: status || undefined,
  offer: offer || undefined,
  assignedOperator: assignedOperator || undefined,
  search: search || undefined,
  wait: 1,
}));

/** The form's values, for the page: they stay for the next search while the batch or its list is shown instead of the form. */
export const useMomentForm = () =>
  useForm({ defaultValues: { at: localInput(new Date()), ...noFilters }, resolver: check });

type MomentFormProps = { form: ReturnType<typeof useMomentForm>; onFound: (batch: string) => void };

/** Asks for the moment, in the time zone of the device, and for filters, and starts the batch that finds the leads. */
export function MomentForm({ form, onFound }: MomentFormProps) {
  const find = useCommand(findPastLeads, ['batches']);
  const operators = useQuery(filterOperators);
  const offers = useQuery(filterOffers);
  const { offer, assignedOperator } = form.watch();
  const { errors } = form.formState;
  return (
    <PanelForm
      title={texts.moment}
      form={form}
      submitLabel={texts.find}
      save={async (body) => onFound((await find.mutateAsync({ body })).data.batch._id)}
      failure={texts.failed}
    >
      <Field label={texts.moment} required hint={texts.zone(deviceZone())} error={errors.at?.message}>
        <Input type="datetime-local" {...form.register('at')} />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={texts.search} hint={texts.searchHint} error={errors.search?.message}>
          <Input type="search" {...form.register('search')} />
        </Field>
        <Field label={filters.status.label} error={errors.status?.message}>
          <Select {...form.register('status')} options={statuses} />
        </Field>
        <Field label={filters.product.label} error={errors.offer?.message}>
          <Select {...form.register('offer')} options={orAll(filters.product.all, offers.data, offer)} />
        </Field>
        <Field label={texts.columns.assigned} error={errors.assignedOperator?.message}>
          <Select
            {...form.register('assignedOperator')}
            options={orAll(texts.allOperators, operators.data, assignedOperator)}
          />
        </Field>
      </div>
      <FailedChoices of={{ [filters.product.label]: offers, [texts.columns.assigned]: operators }} />
    </PanelForm>
  );
}
