import type { KeyboardEvent } from 'react';

/** Key handler of a multi-line text, where Enter adds a line: Ctrl Enter (or ⌘ Enter) sends. */
export function onCtrlEnter(send: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
}
