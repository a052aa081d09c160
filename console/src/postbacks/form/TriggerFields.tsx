import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { useFormContext } from 'react-hook-form';
import { Panel } from '../../ui/Panel.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { triggerOptions } from '../labels.ts';
import { CheckGroup } from './CheckGroup.tsx';
import { FilterFields } from './FilterFields.tsx';
import type { PostbackValues } from './values.ts';

const statuses = leadStatuses.map((value) => ({ value, label: capitalised(value) }));

/** The events and the leads that trigger a request. */
export function TriggerFields() {
  const { errors } = useFormContext<PostbackValues>().formState;
  return (
    <Panel title="When it is sent">
      <div className="flex flex-col gap-4">
        <CheckGroup
          name="triggerEvents"
          label="Trigger events"
          required
          hint="One event is sent once: an approval goes as Lead Approved where that is chosen, else as Status Update."
          error={errors.triggerEvents?.message}
          options={triggerOptions}
        />
        <CheckGroup
          name="statusConditions"
          label="Status conditions"
          hint="Changes of status are sent only when they lead to one of these; none chosen is all."
          error={errors.statusConditions?.message}
          options={statuses}
        />
        <FilterFields />
      </div>
    </Panel>
  );
}
