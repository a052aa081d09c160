import type { Page } from 'playwright-core';

/** A bound for a page whose focus never comes back to the first stop. Our longest round has 150. */
const MOST_STOPS = 500;
const CONTROLS = 'a[href], button, input, select, textarea';

/** `stops`: where the focus was before the walk, then each stop. */
type Walk = { controls: Element[]; stops: Element[]; unmarked: string[]; isRound: boolean };

/**
 * Walks one round through a page, or a dialog that is open over it, with the tab key alone. Menus are walked with arrow
 * keys, by their own tests.
 * @returns one line per control that the key does not reach, per stop whose focus is not visible, and per stop outside
 */
export async function keyboardWalk(page: Page, within: 'html' | '[role=dialog], [role=alertdialog]') {
  const isOpen = await page.evaluate(
    ([controls, part]) => {
      const around = document.querySelector(part);
      if (!around) return false;
      const focused = document.activeElement;
      const walk: Walk = {
        controls: [...around.querySelectorAll(controls)],
        stops: [focused ?? document.body],
        unmarked: [],
        isRound: false,
      };
      Object.assign(globalThis, { walk });
      document.addEventListener('focusin', ({ target }) => {
        // A group of tabs or radios passes the focus on to one of them.
        if (!(target instanceof Element) || target !== document.activeElement) return;
        walk.isRound ||= target === walk.stops[1];
        walk.stops.push(target);
        // A field may draw the mark around its label and itself.
        const isMarked = [target, target.closest('label, [role=row]') ?? target].some((element) => {
          const { outlineStyle, boxShadow } = getComputedStyle(element);
          return outlineStyle !== 'none' || boxShadow !== 'none';
        });
        if (!isMarked) walk.unmarked.push(target.outerHTML.slice(0, 160));
      });
      return true;
    },
    [CONTROLS, within] as const,
  );
  if (!isOpen) return [];
  // Parts of the page may appear during the walk, so it ends with the round and not after a number of stops.
  for (let pressed = 0; pressed < MOST_STOPS; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => (globalThis as unknown as { walk: Walk }).walk.isRound)) break; // defined above
  }
  return page.evaluate((part) => {
    const { walk } = globalThis as unknown as { walk: Walk }; // defined above
    const around = document.querySelector(part);
    const isUsable = (element: Element) =>
      element.isConnected &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(':disabled') &&
      !element.closest('[inert], [aria-hidden=true]');
    // Such a group has one tab stop; arrow keys reach the others.
    const isOneOfMany = (element: Element) =>
      element.matches('input[type=radio]') ||
      element.closest('[role=tablist], [role=radiogroup], [role=menu], [role=listbox]') !== null;
    const missed = walk.controls.filter(
      (element) => isUsable(element) && !isOneOfMany(element) && !walk.stops.includes(element),
    );
    const outside = walk.stops.filter((stop) => stop !== document.body && !around?.contains(stop));
    const html = (element: Element) => element.outerHTML.slice(0, 160);
    return [
      ...missed.map((element) => `no tab stop: ${html(element)}`),
      ...outside.map((element) => `focus leaves: ${html(element)}`),
      ...walk.unmarked.map((line) => `focus is not visible: ${line}`),
    ];
  }, within);
}
