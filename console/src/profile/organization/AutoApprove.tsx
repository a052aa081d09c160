import { failureText } from '../../api/errors.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSetAutoApprove } from '../commands.ts';

/** Whether what operators ask for is done at once, without an admin in between. */
export function AutoApprove({ on }: { on: boolean }) {
  const set = useSetAutoApprove();
  return (
    <Panel title="Approvals">
      <CheckField
        label="Auto Lead Status Approve"
        hint="Status changes that operators request are applied at once, without an approval."
        checked={on}
        onChange={({ target }) =>
          set(target.checked).then(
            ({ message }) => toast.success(message ?? 'Setting updated successfully'),
            (error) => toast.error(failureText(error, 'Failed to update auto lead status approve setting')),
          )
        }
      />
    </Panel>
  );
}
