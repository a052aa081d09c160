import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Loads axe into the page, unless it is there. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
}

type RunAxe = (within: string, options: RunOptions) => Promise<AxeResults>;

/**
 * Runs axe on a part of the page: all rules in light; in dark only those of colours, because nothing else differs. The
 * page gets its dark colours by its attribute and only during the check: a browser that prefers dark would paint the page
 * twice, which takes more processor time than all rules. That the page follows the browser is tested in the same file.
 *
 * @returns one line per violation: the rule and the elements
 */
export async function axeIn(page: Page, within: string): Promise<string[]> {
  await loadAxe(page);
  // In the middle of a transition, a colour is neither that of light nor that of dark.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  return page.evaluate(async (selector) => {
    // loadAxe has defined it.
    const { axe } = globalThis as unknown as { axe: { run: RunAxe } };
    const linesOf = async (options: RunOptions) => {
      const { violations } = await axe.run(selector, { ...options, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => {
        const elements = nodes.slice(0, 3).map(({ html }) => html.slice(0, 200));
        return `${id}: ${elements.join(' | ')}`;
      });
    };
    const light = await linesOf({});
    const unmoving = document.createElement('style');
    unmoving.textContent = '*, ::before, ::after { transition: none !important }';
    document.head.append(unmoving);
    document.documentElement.setAttribute('data-mode', 'dark');
    const dark = await linesOf({ runOnly: ['color-contrast'] });
    document.documentElement.setAttribute('data-mode', 'system');
    unmoving.remove();
    return [...light, ...dark.map((line) => `dark ${line}`)];
  }, within);
}

/**
 * Checks the parts of a page of 640 px, as a window of 1280 px at 200 % zoom: they must not scroll sideways, and no button or
 * heading of the last one may be cut. Content that scrolls in a box of its own is allowed.
 */
export async function cutAt640(page: Page, parts: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const within = [...document.querySelectorAll(selector)];
    const wide = within.flatMap((part) =>
      part.scrollWidth > part.clientWidth + 1
        ? [`${part.tagName} is ${part.scrollWidth} px wide in ${part.clientWidth}`]
        : [],
    );
    const scrolls = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
          return true;
      return false;
    };
    const controls = within
      .at(-1)
      ?.querySelectorAll('h1, h2, button, a, input, select, textarea, [role=menuitem], [role=option]');
    const cut = [...(controls ?? [])].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const isCut = width > 1 && (right > innerWidth + 1 || left < -1) && !scrolls(element);
      return isCut ? [`cut: ${element.outerHTML.slice(0, 120)}`] : [];
    });
    return [...wide, ...cut];
  }, parts);
}

/**
 * The buttons and choices below 24 px, the least of WCAG 2.2 (2.5.8), in the layout of phones. The label of a choice is part
 * of it.
 */
export async function tooSmall(page: Page, parts: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const controls = document.querySelectorAll<HTMLElement>(
      `:is(${selector}) :is(button, [role=menuitem], [role=option], input[type=checkbox], input[type=radio])`,
    );
    return [...controls].flatMap((control) => {
      // Not scaled, as a toast behind another one is.
      const { offsetWidth, offsetHeight } = control.closest('label') ?? control;
      const isSmall =
        control.checkVisibility() && offsetWidth > 1 && Math.min(offsetWidth, offsetHeight) < 24;
      return isSmall ? [`${offsetWidth} × ${offsetHeight} px: ${control.outerHTML.slice(0, 160)}`] : [];
    });
  }, parts);
}

/** Animations and transitions that run although the user wants less motion. */
export const movingElements = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ playState, effect }) => {
      const duration = Number(effect?.getComputedTiming().duration ?? 0);
      const target = effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 120) : '';
      return playState === 'running' && duration > 10 ? [`${duration} ms: ${target}`] : [];
    }),
  );
