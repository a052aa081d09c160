import { deviceZone } from '../../format/period.ts';
import { Field } from '../../ui/Field.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { useChooseSetting } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { useSetting } from './useSetting.ts';

const texts = profileTexts.organization.timeZone;

/** The time zone of the organisation: the days of its figures. */
export function OwnTimeZone({ current }: { current: string }) {
  const [shown, change] = useSetting(current, useChooseSetting('timeZone'), texts);
  const device = deviceZone();
  // Engines list neither UTC nor older names, such as Asia/Calcutta.
  const names = new Set(['UTC', device, shown, ...Intl.supportedValuesOf('timeZone')]);
  const options = [...names]
    .sort()
    .map((name) => ({ value: name, label: name === device ? texts.ofDevice(name) : name }));
  return (
    <Panel title={texts.title}>
      <Field label={texts.label} hint={texts.hint}>
        <Select options={options} value={shown} onChange={({ target }) => change(target.value)} />
      </Field>
    </Panel>
  );
}
