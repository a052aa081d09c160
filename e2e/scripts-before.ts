import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { markText, scriptsBeforeMark } from './mark-text.ts';
import { pageFiles } from './page-weights.ts';

/** A script of the console; its gzipped size in kB. */
export type Script = { name: string; kb: number };

/** A page of the console, by its route, by its module (page-weights.ts), and by a text of its first screen. */
export type Screen = { path: string; module: string; text: string };

export const signInScreen: Screen = {
  path: '/login',
  module: 'auth/SignInPage',
  text: 'Sign in to your account',
};
export const leadsScreen: Screen = { path: '/leads', module: 'leads/list/LeadsPage', text: 'Showing: ' };
export const dashboardScreen: Screen = {
  path: '/dashboard',
  module: 'dashboards/DashboardPage',
  text: 'yesterday',
};

/**
 * Opens a page in a window. @returns all scripts that it has loaded when its text appears, the largest first. The page itself
 * notes the time: on a busy machine this process sees the text long after it appeared. What a page loads later, such as charts
 * and dialogs, waits for the text here: it would have come first whenever the answer with the figures was slow.
 */
export async function scriptsBefore(page: Page, { path, module, text }: Screen): Promise<Script[]> {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.set(
        response.url(),
        // A body that is still under way when the window closes is not needed.
        response.body().then(
          (body) => gzipSync(body).length / 1000,
          () => 0,
        ),
      );
  });
  let release = () => {};
  const shown = new Promise<void>((resolve) => {
    release = resolve;
  });
  const own = pageFiles().get(module) ?? new Set();
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    if (!own.has(new URL(route.request().url()).pathname.slice(1))) await shown;
    await route.continue();
  });
  await page.addInitScript({ content: markText(text) });
  await page.goto(path);
  const requested = await page.waitForFunction(scriptsBeforeMark).then((handle) => handle.jsonValue());
  release();
  const scripts = await Promise.all(
    (requested ?? []).map(async (url) => ({
      name: url.slice(url.lastIndexOf('/') + 1),
      kb: (await sizes.get(url)) ?? 0,
    })),
  );
  return scripts.filter(({ kb }) => kb > 0).sort((a, b) => b.kb - a.kb);
}

/** The size of all these scripts in kB. */
export const weightOf = (scripts: readonly Script[]): number => scripts.reduce((sum, { kb }) => sum + kb, 0);
