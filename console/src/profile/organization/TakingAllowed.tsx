import { CheckField } from '../../ui/CheckField.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useChangeSetting } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { useSetting } from './useSetting.ts';

const texts = profileTexts.organization.takingAllowed;

/** Whether operators may take unassigned leads from the work queue. */
export function TakingAllowed({ on }: { on: boolean }) {
  const [shown, change] = useSetting(on, useChangeSetting('takingAllowed'), texts);
  return (
    <Panel title={texts.title}>
      <CheckField
        label={texts.label}
        hint={texts.hint}
        checked={shown}
        onChange={({ target }) => change(target.checked)}
      />
    </Panel>
  );
}
