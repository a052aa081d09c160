import type { openWindow } from '../../e2e/people.ts';

type Page = Awaited<ReturnType<typeof openWindow>>;
type Locator = ReturnType<Page['locator']>;

/**
 * Something that a user does with 500 rows. `prepare` looks for what is clicked, which is a task of the bench and not of the
 * console, and returns the act that is measured.
 */
type Interaction = { name: string; prepare: (page: Page) => Promise<() => Promise<void>> };

/** In this order: each begins where the one before it ended. */
export const interactions: readonly Interaction[] = [
  keys('next rows', async (page) => {
    for (let n = 0; n < 30; n += 1) await page.keyboard.press('j');
  }),
  keys('select a row', async (page) => {
    await page.keyboard.press('x');
    await settled(page);
    await page.keyboard.press('x');
  }),
  {
    name: 'scroll',
    prepare: async (page) => {
      await page.mouse.move(700, 500);
      return async () => {
        for (let n = 0; n < 40; n += 1) {
          await page.mouse.wheel(0, n < 20 ? 1_500 : -1_500);
          await page.waitForTimeout(60);
        }
      };
    },
  },
  click('sort', (page) => page.getByRole('button', { name: 'Amount' })),
  click('sort again', (page) => page.getByRole('button', { name: 'Order ID' })),
  keys('denser rows', (page) => page.keyboard.press('d')),
  keys('taller rows', (page) => page.keyboard.press('d')),
  click('select all', (page) => page.getByLabel(/^Select all/).first()),
  click('unselect all', (page) => page.getByLabel(/^Select all/).first()),
  keys('search', async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('pun', { delay: 80 });
  }),
  keys('clear the search', async (page) => {
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Backspace');
  }),
  {
    name: 'status dialog',
    prepare: async (page) => {
      await page.getByText(/^Showing: 500 of/).waitFor();
      await page.locator('tbody a').first().focus();
      return openAndClose(page, 's');
    },
  },
  keys('comment dialog', async (page) => (await openAndClose(page, 'c'))()),
  keys('finder', async (page) => (await openAndClose(page, 'Control+k'))()),
  keys('list of keys', async (page) => (await openAndClose(page, '?'))()),
  click('status menu', (page) => page.locator('tbody button[aria-haspopup=menu]').first()),
  keys('close the menu', (page) => page.keyboard.press('Escape')),
  keys('dark', (page) => page.emulateMedia({ colorScheme: 'dark' })),
  keys('light', (page) => page.emulateMedia({ colorScheme: 'light' })),
  keys('next page', (page) => page.keyboard.press(']')),
  keys('previous page', (page) => page.keyboard.press('[')),
  click('open a lead', (page) => page.locator('tbody a[href^="/leads/"]').first()),
  keys('back to the list', async (page) => {
    await page.goBack();
  }),
];

/** Long enough for the answer and its rows. */
export const settled = (page: Page): Promise<void> => page.waitForTimeout(1_200);

function keys(name: string, act: (page: Page) => Promise<void>): Interaction {
  return { name, prepare: async (page) => () => act(page) };
}

/** By mouse at a place: a locator's own click runs a search in the page. */
function click(name: string, what: (page: Page) => Locator): Interaction {
  return {
    name,
    prepare: async (page) => {
      const box = await what(page).boundingBox();
      if (!box) throw new Error(`Nothing to click: ${name}`);
      return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    },
  };
}

async function openAndClose(page: Page, key: string): Promise<() => Promise<void>> {
  return async () => {
    await page.keyboard.press(key);
    await settled(page);
    await page.keyboard.press('Escape');
  };
}
