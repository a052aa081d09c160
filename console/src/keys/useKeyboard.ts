import { useEffectEvent, useLayoutEffect } from 'react';
import { isPopupOpen } from '../ui/isPopupOpen.ts';
import { matchKeys } from './matchKeys.ts';
import { isCommand, pressedKey } from './pressedKey.ts';
import { currentActions } from './registry.ts';
import { singleKeysOn } from './singleKeys.ts';

const SEQUENCE_MS = 1000;

/**
 * Handles the keys of all registered actions, and Ctrl K. Used once in the app. From before the browser draws, as actions are
 * registered (registry.ts): a key that is pressed when the page is seen is not lost.
 */
export function useKeyboard(openPalette: () => void): void {
  const onPalette = useEffectEvent(openPalette);
  useLayoutEffect(() => {
    let typed: string[] = [];
    let last = 0;

    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat) return;
      const key = pressedKey(event);
      if ((event.ctrlKey || event.metaKey) && !event.altKey && key?.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
        return;
      }
      if (key === null || isCommand(event) || event.isComposing) return;
      if (!singleKeysOn() || isTyping(event.target) || isPopupOpen()) return;

      // When the key was pressed: a busy page gets its keys late.
      const now = event.timeStamp;
      typed = now - last > SEQUENCE_MS ? [key] : [...typed, key];
      last = now;
      const actions = currentActions().map(({ action }) => action);
      let match = matchKeys(typed, actions);
      if (match.kind === 'none') {
        // `x n`: a key that matches nothing must not swallow the next one.
        typed = [key];
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
