import { isPopupLoading } from './onDemand.ts';

/** Whether a dialog or a menu is open, or about to open: it gets the keys then. */
export function isPopupOpen(): boolean {
  return (
    isPopupLoading() || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
  );
}
