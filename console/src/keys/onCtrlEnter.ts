import type { KeyboardEvent } from 'react';

/** In a text of several lines, where Enter makes a line: Ctrl Enter (or ⌘ Enter) sends. */
export function onCtrlEnter(send: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
}
