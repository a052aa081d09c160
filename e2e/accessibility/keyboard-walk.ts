import type { Page } from 'playwright-core';

/** A bound for a page whose focus never comes back to the first stop. Our longest round has 150. */
const MOST_STOPS = 500;
/** A focus that returns late from a closed menu begins the round again, so controls may be missed in the first ones. */
const MOST_ROUNDS = 3;
const TAB = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;
const CONTROLS = 'a[href], button, input, select, textarea';

type Walk = {
  /** Where the focus was before the walk, then each stop. */
  stops: Element[];
  unmarked: string[];
  /** Stops outside the dialog. Noted at once, because a list of many rows removes those that it scrolls away. */
  outside: string[];
  /** How often the first stop was reached. */
  rounds: number;
  /** The controls that no stop has reached yet. */
  missed: () => Element[];
  /** Ends the listening. */
  end: () => void;
};

/**
 * Walks one round through a page, or a dialog that is open over it, with the tab key alone. Menus are walked with arrow
 * keys, by their own tests.
 * @returns one line per control that the key does not reach, per stop whose focus is not visible, and per stop outside
 */
export async function keyboardWalk(page: Page, within: 'html' | '[role=dialog], [role=alertdialog]') {
  // A dialog takes the focus after it was first painted. One that never does ends this wait by its limit.
  await page.waitForFunction(
    (part) => document.querySelector(part)?.contains(document.activeElement) ?? true,
    within,
  );
  // A closed dialog returns the focus in a timer, to the page itself if its opener is gone: that is no stop of the walk.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const isOpen = await page.evaluate(
    ([selector, part]) => {
      const around = document.querySelector(part);
      if (!around) return false;
      const isUsable = (element: Element) =>
        element.isConnected &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(':disabled') &&
        !element.closest('[inert], [aria-hidden=true]');
      // One that an answer enables during the walk may have been passed already.
      const controls = [...around.querySelectorAll(selector)].filter(isUsable);
      // Such a group has one tab stop; arrow keys reach the others.
      const isOneOfMany = (element: Element) =>
        element.matches('input[type=radio]') ||
        element.closest('[role=tablist], [role=radiogroup], [role=menu], [role=listbox]') !== null;
      const listening = new AbortController();
      const walk: Walk = {
        end: () => listening.abort(),
        stops: [document.activeElement ?? document.body],
        unmarked: [],
        outside: [],
        rounds: 0,
        missed: () =>
          controls.filter(
            (element) => isUsable(element) && !isOneOfMany(element) && !walk.stops.includes(element),
          ),
      };
      Object.assign(globalThis, { walk });
      const onFocus = ({ target }: FocusEvent) => {
        // A group of tabs or radios passes the focus on to one of them.
        if (!(target instanceof Element) || target !== document.activeElement) return;
        walk.stops.push(target);
        if (!around.contains(target)) walk.outside.push(target.outerHTML.slice(0, 160));
        if (target === walk.stops[1]) walk.rounds += 1;
        // A field may draw the mark around its label and itself.
        const isMarked = [target, target.closest('label, [role=row]') ?? target].some((element) => {
          const { outlineStyle, boxShadow } = getComputedStyle(element);
          return outlineStyle !== 'none' || boxShadow !== 'none';
        });
        if (!isMarked) walk.unmarked.push(target.outerHTML.slice(0, 160));
      };
      document.addEventListener('focusin', onFocus, { signal: listening.signal });
      // The toasts keep the event from those above them (console/src/ui/Toaster.tsx).
      const onToast = (event: FocusEvent) => {
        if (event.target instanceof Element && event.target.closest('[data-sonner-toast]')) onFocus(event);
      };
      document.addEventListener('focusin', onToast, { capture: true, signal: listening.signal });
      return true;
    },
    [CONTROLS, within] as const,
  );
  if (!isOpen) return [];
  const browser = await page.context().newCDPSession(page);
  // Parts of the page may appear during the walk, so it ends with a round and not after a number of stops.
  for (let pressed = 0, left = 1; pressed < MOST_STOPS && left > 0; pressed += left) {
    // The key is held down, as it repeats by itself. Sent at once, so that the page is not painted for each stop.
    await Promise.all(Array.from({ length: left }, () => browser.send('Input.dispatchKeyEvent', TAB)));
    // At least one stop per control is left, so that the page need not be asked after each.
    left = await page.evaluate((most) => {
      const { walk } = globalThis as unknown as { walk: Walk }; // defined above
      const missed = walk.missed().length;
      return walk.rounds > most || (walk.rounds > 1 && missed === 0) ? 0 : Math.max(1, missed);
    }, MOST_ROUNDS);
  }
  await browser.send('Input.dispatchKeyEvent', { ...TAB, type: 'keyUp' });
  await browser.detach();
  return page.evaluate(() => {
    const { walk } = globalThis as unknown as { walk: Walk }; // defined above
    walk.end();
    return [
      ...walk.missed().map((element) => `no tab stop: ${element.outerHTML.slice(0, 160)}`),
      ...walk.outside.map((line) => `focus leaves: ${line}`),
      ...walk.unmarked.map((line) => `focus is not visible: ${line}`),
    ];
  });
}
