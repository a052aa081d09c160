import type { KeyboardEvent } from 'react';

/** Key handler of a form or dialog: Ctrl Enter (or ⌘ Enter) sends it, also from a multi-line text. */
export function onCtrlEnter(send: (event: KeyboardEvent<HTMLElement>) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send(event);
  };
}
