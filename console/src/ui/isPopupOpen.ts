import { isPopupLoading } from './keptKeys.ts';

/** Whether a dialog or a menu is open, or about to open: it gets the keys then. */
export function isPopupOpen(): boolean {
  return isPopupLoading() || openPopups().length > 0;
}

/** The dialogs and menus on the page. */
export const openPopups = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog], [role=menu]'),
];

/** Whether the opener of a popup that has closed may have the focus: no other popup is open, or it is inside of one. */
export function mayHaveFocus(opener: HTMLElement | null): boolean {
  const popups = openPopups();
  return popups.length === 0 || popups.some((popup) => popup.contains(opener));
}
