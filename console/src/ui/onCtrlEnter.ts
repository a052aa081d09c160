import type { KeyboardEvent } from 'react';

/**
 * Key handler of a form or dialog: Ctrl Enter (or ⌘ Enter) sends it, also from a multi-line text. Ignores the key in a dialog that
 * the form has opened: React passes its events on to the form, although the dialog is elsewhere in the DOM.
 */
export function onCtrlEnter(send: (event: KeyboardEvent<HTMLElement>) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // React types the target of a key as any EventTarget; it is the focused element.
    if (!event.currentTarget.contains(event.target as Element)) return;
    event.preventDefault();
    send(event);
  };
}
