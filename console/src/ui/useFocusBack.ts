import { useRef } from 'react';
import { mayHaveFocus } from './isPopupOpen.ts';

/**
 * Returns the handler that moves the focus back to where it was before a dialog opened; if that element is gone, keepFocus.ts
 * finds another. Radix does this only for dialogs with their own trigger. It calls the handler in a timer after the
 * dialog has closed: a popup that the next key has opened by then keeps the focus.
 */
export function useFocusBack(open: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // During rendering: a dialog field with autoFocus takes the focus before any effect runs.
  if (open && !wasOpen.current) opener.current = focused();
  wasOpen.current = open;
  return (event) => {
    event.preventDefault();
    if (mayHaveFocus(opener.current)) opener.current?.focus({ preventScroll: true });
  };
}

/** The focused element; for a menu item, the menu's button, because the item disappears. */
function focused(): HTMLElement | null {
  const active = document.activeElement;
  const trigger = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const lasting = trigger ? document.getElementById(trigger) : active;
  return lasting instanceof HTMLElement ? lasting : null;
}
