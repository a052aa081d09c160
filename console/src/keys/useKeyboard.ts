import { useEffect, useEffectEvent } from 'react';
import { matchKeys } from './matchKeys.ts';
import { currentActions } from './registry.ts';
import { singleKeysOn } from './singleKeys.ts';

const SEQUENCE_MS = 1000;

/**
 * Listens for the keys of all offered actions, and for Ctrl K. One for the whole app. `opening`: what was asked for
 * may still be on its way, and what is typed is meant for that, not for the page.
 */
export function useKeyboard(openPalette: () => void, opening: boolean): void {
  const onPalette = useEffectEvent(openPalette);
  const isOpening = useEffectEvent(() => opening);
  useEffect(() => {
    let typed: string[] = [];
    let last = 0;

    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
      if (!singleKeysOn() || isTyping(event.target) || isAsking() || isOpening()) return;

      const now = performance.now();
      typed = now - last > SEQUENCE_MS ? [event.key] : [...typed, event.key];
      last = now;
      const actions = currentActions().map(({ action }) => action);
      let match = matchKeys(typed, actions);
      if (match.kind === 'none') {
        // `x n`: what began nothing must not swallow the key after it.
        typed = [event.key];
        match = matchKeys(typed, actions);
      }
      if (match.kind !== 'hit') return;
      event.preventDefault();
      typed = [];
      match.action.run();
    }

    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))
  );
}

/** While a dialog or a menu asks something, keys belong to it. */
function isAsking(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}
