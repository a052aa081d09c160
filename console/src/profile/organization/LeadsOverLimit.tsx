import type { PlainSettings } from '@crm/events/tenants/settings.ts';
import { Field } from '../../ui/Field.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { useChooseSetting } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { useSetting } from './useSetting.ts';

const texts = profileTexts.organization.leadsOverLimit;
const { keep, refuse } = texts.choices;
const options = [
  { value: 'keep', label: keep },
  { value: 'refuse', label: refuse },
];

/** Whether leads of partners over the limit of the plan are refused or set aside. */
export function LeadsOverLimit({ current }: { current: PlainSettings['leadsOverLimit'] }) {
  const [shown, change] = useSetting(current, useChooseSetting('leadsOverLimit'), texts);
  return (
    <Panel title={texts.title}>
      <Field label={texts.label} hint={texts.hint}>
        <Select
          options={options}
          value={shown}
          onChange={({ target }) => change(target.value === 'refuse' ? 'refuse' : 'keep')}
        />
      </Field>
    </Panel>
  );
}
