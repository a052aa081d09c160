import type { Page } from 'playwright-core';

/** No page of the console has this address. */
const NOWHERE = '/no-such-page';
const NOT_FOUND = 'Page not found';

/**
 * Opens an address of the console by its router, where the test is not about loading. `page.goto` takes several times the
 * processor time, because the browser compiles and runs the console again. The page between is outside the signed-in area,
 * so answers are read and the live connection is made again. What modules keep stays, as for a user: the dialog of a
 * batch, the current row of a list.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const isConsole = await page.evaluate(() => document.getElementById('root') !== null);
  if (!isConsole || path === NOWHERE) {
    await page.goto(path);
    return;
  }
  await page.evaluate(
    async ([between, notFound, to]) => {
      const isBetween = () => document.querySelector('main')?.textContent?.includes(notFound) ?? false;
      const until = (isThere: () => boolean) =>
        new Promise<void>((done) => {
          const observer = new MutationObserver(() => {
            if (!isThere()) return;
            observer.disconnect();
            done();
          });
          observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        });
      const navigated = () => window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
      const gone = until(isBetween);
      history.pushState(null, '', between);
      navigated();
      await gone;
      const shown = until(() => !isBetween());
      history.replaceState(null, '', to);
      navigated();
      await shown;
    },
    [NOWHERE, NOT_FOUND, path] as const,
  );
}
