import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { useFormContext } from 'react-hook-form';
import { Panel } from '../../ui/Panel.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { triggerOptions } from '../labels.ts';
import { postbackTexts } from '../texts.ts';
import { CheckGroup } from './CheckGroup.tsx';
import { FilterFields } from './FilterFields.tsx';
import type { PostbackValues } from './values.ts';

const statuses = leadStatuses.map((value) => ({ value, label: capitalised(value) }));

/** The events and the leads that trigger a request. */
export function TriggerFields() {
  const { errors } = useFormContext<PostbackValues>().formState;
  return (
    <Panel title={postbackTexts.form.triggers.title}>
      <div className="flex flex-col gap-4">
        <CheckGroup
          name="triggerEvents"
          label={postbackTexts.form.triggers.events}
          required
          hint={postbackTexts.form.triggers.eventsHint}
          error={errors.triggerEvents?.message}
          options={triggerOptions}
        />
        <CheckGroup
          name="statusConditions"
          label={postbackTexts.form.triggers.conditions}
          hint={postbackTexts.form.triggers.conditionsHint}
          error={errors.statusConditions?.message}
          options={statuses}
        />
        <FilterFields />
      </div>
    </Panel>
  );
}
