import { onDemand, usePopup } from './onDemand.ts';
import type { SheetProps } from './popups/SheetPopup.tsx';

const code = onDemand(() => import('./popups/SheetPopup.tsx'));

/** A panel that slides in from the side: the sidebar on phones, details beside a list. */
export function Sheet(props: SheetProps) {
  const popup = usePopup(code, props.open);
  return popup && <popup.SheetPopup {...props} />;
}
