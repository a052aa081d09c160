import type { Page } from 'playwright-core';

/** The tab key is pressed this many times more than there are stops: the browser's own stop between two rounds. */
const SPARE = 3;
/** Stops inside a date field: its parts and the button of its calendar. */
const STOPS_OF_DATE = 4;
const CONTROLS = 'a[href], button, input, select, textarea';

type Walk = { controls: Element[]; stops: Element[]; unmarked: string[] };

/**
 * Walks one round through a page, or a dialog that is open over it, with the tab key alone. Menus are walked with arrow
 * keys, by their own tests.
 * @returns one line per control that the key does not reach, per stop whose focus is not visible, and per stop outside
 */
export async function keyboardWalk(page: Page, within: 'html' | '[role=dialog], [role=alertdialog]') {
  const count = await page.evaluate(
    ([controls, part, stopsOfDate]) => {
      const around = document.querySelector(part);
      if (!around) return null;
      const focused = document.activeElement;
      const walk: Walk = {
        controls: [...around.querySelectorAll(controls)],
        stops: focused ? [focused] : [],
        unmarked: [],
      };
      Object.assign(globalThis, { walk });
      document.addEventListener('focusin', ({ target }) => {
        // A group of tabs or radios passes the focus on to one of them.
        if (!(target instanceof Element) || target !== document.activeElement) return;
        walk.stops.push(target);
        // A field may draw the mark around its label and itself.
        const isMarked = [target, target.closest('label, [role=row]') ?? target].some((element) => {
          const { outlineStyle, boxShadow } = getComputedStyle(element);
          return outlineStyle !== 'none' || boxShadow !== 'none';
        });
        if (!isMarked) walk.unmarked.push(target.outerHTML.slice(0, 160));
      });
      const dates = around.querySelectorAll('input[type=date], input[type=datetime-local]').length;
      return around.querySelectorAll(`${controls}, [tabindex="0"]`).length + dates * stopsOfDate;
    },
    [CONTROLS, within, STOPS_OF_DATE] as const,
  );
  if (count === null) return [];
  for (let pressed = 0; pressed < count + SPARE; pressed += 1) await page.keyboard.press('Tab');
  return page.evaluate((part) => {
    // The first evaluation has defined it.
    const { walk } = globalThis as unknown as { walk: Walk };
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
