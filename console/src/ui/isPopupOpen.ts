import { isPopupLoading } from './keptKeys.ts';

/** Whether a dialog or a menu is open, or about to open: it gets the keys then. */
export function isPopupOpen(): boolean {
  return isPopupLoading() || openPopups().length > 0;
}

/** The dialogs and menus on the page. */
export const openPopups = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog], [role=menu]'),
];
