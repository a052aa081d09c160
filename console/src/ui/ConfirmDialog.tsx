import { onDemand, usePopup } from './onDemand.ts';
import type { ConfirmDialogProps } from './popups/ConfirmPopup.tsx';

const code = onDemand(() => import('./popups/ConfirmPopup.tsx'), 'dialogs');

/** Asks before an action that cannot be undone. The focus starts on Cancel. */
export function ConfirmDialog<Result>(props: ConfirmDialogProps<Result>) {
  const popup = usePopup(code, props.open);
  return popup && <popup.ConfirmPopup {...props} />;
}
