import type { KeyboardEvent } from 'react';

/** Key handler of a form: Ctrl Enter (or ⌘ Enter) sends it, also from a multi-line text. */
export function onCtrlEnter(send: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
}
