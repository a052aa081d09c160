import { onDemand, useOnDemand } from './onDemand.ts';
import type { ConfirmDialogProps } from './popups/ConfirmPopup.tsx';

const code = onDemand(() => import('./popups/ConfirmPopup.tsx'));

/** Asks before an action that cannot be undone. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const popup = useOnDemand(code, props.open);
  return popup && <popup.ConfirmPopup {...props} />;
}
