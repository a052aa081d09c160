import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { markText, scriptsBeforeMark } from './mark-text.ts';

/** A script of the console; its gzipped size in kB. */
export type Script = { name: string; kb: number };

/**
 * Opens a path in a window. @returns all scripts that it has loaded when a text appears, the largest first. The page itself
 * notes the time: on a busy machine this process sees the text long after it appeared.
 */
export async function scriptsBefore(page: Page, path: string, text: string): Promise<Script[]> {
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
  await page.addInitScript({ content: markText(text) });
  await page.goto(path);
  const requested = await page.waitForFunction(scriptsBeforeMark).then((handle) => handle.jsonValue());
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
