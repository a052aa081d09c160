import { CheckField } from '../../ui/CheckField.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useSetAutoApprove } from '../commands.ts';
import { profileTexts } from '../texts.ts';
import { useSetting } from './useSetting.ts';

const texts = profileTexts.organization.autoApprove;

/** Whether operators' status changes take effect without an admin's approval. */
export function AutoApprove({ on }: { on: boolean }) {
  const [shown, change] = useSetting(on, useSetAutoApprove(), texts);
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
