import { useCallback, useEffect, useRef } from 'react';
import { isCommand } from './useKeyboard.ts';

/**
 * Keeps the text that is typed after Ctrl K until the palette has the focus: its code may still be loading. Until then
 * the keys reach neither the shortcuts nor the element that has the focus.
 *
 * @returns takes the kept text, and ends the keeping
 */
export function useTypedAhead(isOpen: boolean): () => string {
  const kept = useRef<string | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    kept.current = '';
    function onKeyDown(event: KeyboardEvent) {
      if (kept.current === null || event.isComposing || isCommand(event)) return;
      const text = textAfter(kept.current, event.key);
      if (text === null) return;
      kept.current = text;
      event.preventDefault();
      event.stopPropagation();
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      kept.current = null;
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [isOpen]);
  return useCallback(() => {
    const text = kept.current ?? '';
    kept.current = null;
    return text;
  }, []);
}

/** The text after a key; null for keys that do not edit it. Enter would act on the element that has the focus. */
function textAfter(text: string, key: string): string | null {
  if (key === 'Enter') return text;
  if (key === 'Backspace') return [...text].slice(0, -1).join('');
  const isNamed = key.length > 1 && /^[A-Za-z0-9]+$/.test(key);
  return isNamed ? null : text + key;
}
