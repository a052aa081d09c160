/** Whether a dialog or a menu is open; it has the focus and gets the keys then. */
export function isPopupOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}
