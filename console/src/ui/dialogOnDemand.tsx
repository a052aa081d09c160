import type { ComponentType } from 'react';
import { onDemand, usePopup } from './onDemand.ts';

/**
 * A dialog whose code loads right after the first page, or with a later one, so that the page shows without it. Render it only
 * while it is open.
 */
export function dialogOnDemand<Props extends object>(importing: () => Promise<ComponentType<Props>>) {
  const code = onDemand(async () => ({ Dialog: await importing() }), 'dialogs');
  // A factory like React's lazy(): called once per dialog, never while rendering.
  // biome-ignore lint/correctness/noComponentHookFactories: see above
  return function DialogOnDemand(props: Props) {
    const popup = usePopup(code, true);
    return popup && <popup.Dialog {...props} />;
  };
}
