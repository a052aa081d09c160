import { startTransition, useOptimistic } from 'react';
import { failureText } from '../../api/errors.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSetAutoApprove } from '../commands.ts';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.organization.autoApprove;

/** Whether operators' status changes take effect without an admin's approval. */
export function AutoApprove({ on }: { on: boolean }) {
  const set = useSetAutoApprove();
  // Optimistic: the switch moves at once and moves back when saving fails.
  const [shown, show] = useOptimistic(on);

  function change(next: boolean) {
    startTransition(async () => {
      show(next);
      try {
        const { message } = await set(next);
        toast.success(message ?? texts.saved);
      } catch (error) {
        toast.error(failureText(error, texts.failed));
      }
    });
  }

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
