import type { ReactNode } from 'react';
import { onDemand, useOnDemand } from './onDemand.ts';
import type { DialogProps } from './popups/DialogPopup.tsx';

const code = onDemand(() => import('./popups/DialogPopup.tsx'));

/** A modal dialog. Escape and a click outside close it; the focus moves in and returns on closing. */
export function Dialog(props: DialogProps) {
  const popup = useOnDemand(code, props.open);
  return popup && <popup.DialogPopup {...props} />;
}

/** The buttons at the bottom of a dialog or form; the primary one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex flex-wrap justify-end gap-2">{children}</div>;
}
