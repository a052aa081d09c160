import { Panel } from '../../ui/Panel.tsx';
import { useSetAutoApprove } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { CheckSetting } from './CheckSetting.tsx';

const texts = profileTexts.organization.autoApprove;

/** Whether operators' status changes take effect without an admin's approval. */
export function AutoApprove({ on }: { on: boolean }) {
  return (
    <Panel title={texts.title}>
      <CheckSetting on={on} save={useSetAutoApprove()} texts={texts} />
    </Panel>
  );
}
