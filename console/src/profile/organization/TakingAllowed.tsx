import { Panel } from '../../ui/Panel.tsx';
import { useChooseSetting } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { CheckSetting } from './CheckSetting.tsx';

const texts = profileTexts.organization.takingAllowed;

/** Whether operators may take unassigned leads from the work queue. */
export function TakingAllowed({ on }: { on: boolean }) {
  return (
    <Panel title={texts.title}>
      <CheckSetting on={on} save={useChooseSetting('takingAllowed')} texts={texts} />
    </Panel>
  );
}
