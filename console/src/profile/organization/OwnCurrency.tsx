import { type Currency, currencies } from '@crm/events/language/money.ts';
import { Field } from '../../ui/Field.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { useChooseSetting } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { useSetting } from './useSetting.ts';

const texts = profileTexts.organization.currency;
const options = currencies.map((currency) => ({ value: currency, label: currency }));

/** The currency that new leads and offers start with. */
export function OwnCurrency({ current }: { current: Currency | null }) {
  const [shown, change] = useSetting(current, useChooseSetting('currency'), texts);
  return (
    <Panel title={texts.title}>
      <Field label={texts.label} hint={texts.hint}>
        <Select
          options={[{ value: '', label: texts.ofNewestOffer }, ...options]}
          value={shown ?? ''}
          onChange={({ target }) => change(currencies.find((each) => each === target.value) ?? null)}
        />
      </Field>
    </Panel>
  );
}
