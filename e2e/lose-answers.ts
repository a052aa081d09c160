import type { Page } from 'playwright-core';

/**
 * The server gets the page's calls to matching URLs, and their answers are lost on the way back.
 * @param times how many; default: all, until the route is removed
 * @returns the bodies of the lost answers; it grows with each
 */
export async function loseAnswers(
  page: Page,
  url: string | RegExp,
  options: { times?: number } = {},
): Promise<readonly unknown[]> {
  const lost: unknown[] = [];
  await page.route(
    url,
    async (route) => {
      const answer = await route.fetch();
      lost.push(await answer.json());
      await route.abort();
    },
    options,
  );
  return lost;
}
