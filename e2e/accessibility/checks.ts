import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Loads axe into every page of the window. */
export const withAxe = (page: Page) => page.context().addInitScript(source);

type Run = (within: string, options: RunOptions) => Promise<AxeResults>;

/**
 * Runs axe on a part of the page.
 * @returns one line per violation: the rule and the elements
 */
async function violations(page: Page, within: string, options: RunOptions): Promise<string[]> {
  // In the middle of a transition, a colour is neither that of light nor that of dark.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  const found = await page.evaluate(
    async ([selector, run]) => {
      // An init script has defined it.
      const { axe } = globalThis as unknown as { axe: { run: Run } };
      const { violations } = await axe.run(selector, { ...run, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => ({
        id,
        targets: nodes.map(({ html }) => html.slice(0, 200)),
      }));
    },
    [within, options] as const,
  );
  return found.map(({ id, targets }) => `${id}: ${targets.slice(0, 3).join(' | ')}`);
}

/** All rules in light; in dark only those of colours, because nothing else differs. */
export async function axeIn(page: Page, within: string): Promise<string[]> {
  const light = await violations(page, within, {});
  await setMode(page, 'dark');
  const dark = await violations(page, within, { runOnly: ['color-contrast'] });
  await setMode(page, 'light');
  return [...light, ...dark.map((line) => `dark ${line}`)];
}

/** Waits until the page shows the mode: it follows the device a moment later. */
async function setMode(page: Page, mode: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: mode });
  await page.locator(`html[data-mode=${mode}]`).waitFor();
}

/**
 * Checks a page of 640 px, as a window of 1280 px at 200 % zoom: it must not scroll sideways, and no button or heading
 * may be cut. Content that scrolls in a box of its own is allowed.
 */
export async function cutAt640(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = [document.documentElement, document.querySelector('main')].flatMap((part) =>
      part && part.scrollWidth > part.clientWidth + 1
        ? [`${part.tagName} is ${part.scrollWidth} px wide in ${part.clientWidth}`]
        : [],
    );
    const scrolls = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
          return true;
      return false;
    };
    const cut = [
      ...document.querySelectorAll('main :is(h1, h2, button, a, input, select, textarea)'),
    ].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const isCut = width > 1 && (right > innerWidth + 1 || left < -1) && !scrolls(element);
      return isCut ? [`cut: ${element.outerHTML.slice(0, 120)}`] : [];
    });
    return [...wide, ...cut];
  });
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
