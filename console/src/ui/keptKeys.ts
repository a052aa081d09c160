import { isCommand } from '../keys/pressedKey.ts';
import type { Pressed } from './pressKey.ts';

const POPUPS = '[role=dialog], [role=alertdialog], [role=menu]';
/** Named keys that act in a popup; the others, such as F5, stay the browser's. */
const ACTING = /^(?:Enter|Escape|Tab|Backspace|Arrow(?:Up|Down|Left|Right))$/;
/** Keys that act much later than they were pressed would surprise more than keys that are lost. */
const KEPT_MS = 5000;

let popupsLoading = 0;
/** The popup that had the focus when another was asked for. */
let before: Element | null = null;
let kept: Pressed[] = [];
let keeping: AbortController | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether a popup is open whose code has not come yet. */
export const isPopupLoading = (): boolean => popupsLoading > 0;

/**
 * Called when a popup is open whose code has not come yet. Keeps the keys that are pressed from now on, and presses them again
 * as soon as the popup has the focus.
 *
 * @returns ends the loading; `came` is false when the popup is no longer wanted, and the keys with it
 */
export function keepKeys(): (came: boolean) => void {
  popupsLoading += 1;
  before = focusedPopup();
  stopLater();
  if (keeping === null) start();
  return (came) => {
    popupsLoading -= 1;
    if (popupsLoading > 0) return;
    if (!came) return stop();
    stopLater(); // a slow machine takes a while to show it
    deliverSoon();
  };
}

function start(): void {
  keeping = new AbortController();
  const { signal } = keeping;
  window.addEventListener('keydown', keep, { signal, capture: true });
  document.addEventListener('focusin', deliverSoon, { signal });
}

function stop(): void {
  clearTimeout(timer);
  keeping?.abort();
  keeping = null;
  kept = [];
}

function stopLater(): void {
  clearTimeout(timer);
  timer = setTimeout(stop, KEPT_MS);
}

function keep(event: KeyboardEvent): void {
  const { key, code, shiftKey } = event;
  const command = isCommand(event);
  // Not those that are pressed again here, which come from a script.
  if (!event.isTrusted || event.isComposing || (command && key !== 'Enter')) return;
  if ([...key].length > 1 && !ACTING.test(key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.repeat) return;
  if (kept.length === 0) void loadPressKey().catch(() => {}); // while the popup's code comes
  kept.push({ key, code, shiftKey, ctrlKey: command && event.ctrlKey, metaKey: command && event.metaKey });
}

const loadPressKey = () => import('./pressKey.ts');

const focusedPopup = (): Element | null => document.activeElement?.closest(POPUPS) ?? null;

/** In a timer: when the focus comes, the popup may be half mounted. */
function deliverSoon(): void {
  setTimeout(() => {
    const popup = focusedPopup();
    if (keeping !== null && popup !== null && popup !== before) void deliver();
  });
}

/** Presses the kept keys. If one of them opens another popup that has to be loaded, that one gets the others. */
async function deliver(): Promise<void> {
  // Mostly none: the popup gets the next keys itself, at once.
  if (kept.length === 0) return stop();
  const { pressKey } = await loadPressKey();
  while (popupsLoading === 0) {
    const next = kept.shift();
    if (!next) return stop();
    pressKey(next);
    // Keys after it were for the page, and the popup keeps the focus until it is gone.
    if (next.key === 'Escape') return stop();
  }
}
