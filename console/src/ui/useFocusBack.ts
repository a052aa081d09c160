import { useRef } from 'react';

/**
 * Where the focus was before a dialog opened, and the handler that leads it back there; to the page where that is
 * gone meanwhile. Radix knows only dialogs that are opened by a trigger of their own.
 */
export function useFocusBack(open: boolean): (event: Event) => void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // While rendering: a field of the dialog that takes the focus does so before any effect runs.
  if (open && !wasOpen.current) opener.current = focused();
  wasOpen.current = open;
  return (event) => {
    event.preventDefault();
    const back = opener.current?.isConnected ? opener.current : document.querySelector('main');
    back?.focus({ preventScroll: true });
  };
}

/** What has the focus; for an item of a menu, the button that opened the menu and will outlive it. */
function focused(): HTMLElement | null {
  const active = document.activeElement;
  const trigger = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const lasting = trigger ? document.getElementById(trigger) : active;
  return lasting instanceof HTMLElement ? lasting : null;
}
