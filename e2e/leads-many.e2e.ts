import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** More leads than a screen shows: pages, 500 rows at once, and counts in filters. */
let stage: Stage;
let page: Page;

const table = () => page.getByRole('table', { name: 'Leads' });
const currentPage = () => page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]');
const rowInFocus = () =>
  page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex') ?? null);
const totalOf = async () => {
  const text = await page.getByText(/^Showing: \d+ of \d+ leads$/).textContent();
  return Number(text?.match(/of (\d+)/)?.[1]);
};

beforeAll(async () => {
  stage = await openStage({ leads: 620 });
  page = await stage.signedIn(stage.people.admin, '/leads?limit=10');
});

test('opens any page by number, and the next and previous one by shortcut', async () => {
  const last = Math.ceil((await totalOf()) / 10);
  await page.keyboard.press(']');
  await expect.poll(() => currentPage().textContent()).toBe('2');
  await page.keyboard.press('[');
  await expect.poll(() => currentPage().textContent()).toBe('1');
  await page.keyboard.press('p');
  await page.keyboard.type('33');
  await page.keyboard.press('Enter');
  await expect.poll(() => currentPage().textContent()).toBe('33');
  expect(new URL(page.url()).searchParams.get('page')).toBe('33');
  // A number past the end opens the last page.
  await page.getByRole('textbox', { name: /^Go to page/ }).fill('9999');
  await page.keyboard.press('Enter');
  await expect.poll(() => currentPage().textContent()).toBe(String(last));
  await table()
    .getByRole('link', { name: /^DEMO-/ })
    .first()
    .waitFor();
  await page.goBack();
  await expect.poll(() => currentPage().textContent()).toBe('33');
});

test('two steps before the next frame turn two pages', async () => {
  await visit(page, '/leads?limit=10');
  await expect.poll(() => currentPage().textContent()).toBe('1');
  const press = (key: string) =>
    page.evaluate((pressed) => {
      for (let n = 0; n < 2; n++)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
    }, key);
  const click = (name: string) =>
    page.getByRole('button', { name }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  await press(']');
  await expect.poll(() => currentPage().textContent()).toBe('3');
  await click('Next page');
  await expect.poll(() => currentPage().textContent()).toBe('5');
  await click('Previous page');
  await expect.poll(() => currentPage().textContent()).toBe('3');
  await press('[');
  await expect.poll(() => currentPage().textContent()).toBe('1');
});

test('with 500 rows, renders few of them, each with its index; header and order ids stay visible', async () => {
  await visit(page, '/leads?limit=500');
  await page.getByText(/^Showing: 500 of/).waitFor();
  // The rows, with their keys, follow the heading.
  await table().locator('tr[aria-rowindex="2"]').waitFor();
  expect(await table().getAttribute('aria-rowcount')).toBe('501');
  expect(await table().getByRole('row').count()).toBeLessThan(40);
  for (let n = 0; n < 40; n += 1) await page.keyboard.press('j');
  await expect.poll(rowInFocus).toBe('41');

  const head = page.getByRole('columnheader', { name: 'Order ID' });
  const before = await head.boundingBox();
  await page.mouse.move(800, 500);
  await expect
    .poll(async () => {
      await page.mouse.wheel(600, 20_000);
      return table().locator('tr[aria-rowindex="501"]').count();
    })
    .toBe(1);
  expect(await head.boundingBox()).toEqual(before);
  const lastId = table()
    .locator('tr[aria-rowindex="501"]')
    .getByRole('link', { name: /^DEMO-/ })
    .first();
  expect((await lastId.boundingBox())?.x).toBeGreaterThanOrEqual(before?.x ?? Number.NaN);
  // The cursor continues from its row, however far it is scrolled away.
  await page.keyboard.press('j');
  await expect.poll(rowInFocus).toBe('42');
});

test('mounts at most 3 new rows at a time, so that a jump down the list does not block the page', async () => {
  await page.goto('/leads?limit=500');
  await page.getByText(/^Showing: 500 of/).waitFor();
  await table().locator('tr[aria-rowindex="2"]').waitFor();
  const mostAtOnce = await page.evaluateHandle(() => {
    const found = { most: 0 };
    const rowsIn = (nodes: NodeList) =>
      [...nodes].filter((node) => 'ariaRowIndex' in node && node.ariaRowIndex);
    // Called once per rendering.
    const observer = new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => rowsIn(addedNodes));
      found.most = Math.max(found.most, added.length);
    });
    observer.observe(document, { childList: true, subtree: true });
    return found;
  });
  await page.mouse.move(800, 500);
  await page.mouse.wheel(0, 6_000);
  const inView = () =>
    table()
      .locator('tr[aria-rowindex]')
      .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().top > 200).length);
  await expect.poll(inView).toBeGreaterThan(5);
  expect(await mostAtOnce.evaluate(({ most }) => most)).toBe(3);
});

test('with the focus in a row, the next page has it in its first row', async () => {
  await visit(page, '/leads?limit=50');
  await page.getByText(/^Showing: 50 of/).waitFor();
  // The rows, with their keys, follow the heading.
  await table()
    .getByRole('link', { name: /^DEMO-/ })
    .first()
    .waitFor();
  for (let n = 0; n < 6; n += 1) await page.keyboard.press('j');
  await expect.poll(rowInFocus).toBe('7');
  await page.keyboard.press(']');
  await expect.poll(() => currentPage().textContent()).toBe('2');
  await expect.poll(rowInFocus).toBe('2');
});

test('the address filter shows counts under the other filters', async () => {
  await visit(page, '/leads?status=hold&limit=10');
  const total = await totalOf();
  const options = page.getByLabel('Address', { exact: true }).locator('option');
  const counts = async () =>
    (await options.allTextContents()).flatMap((text) => text.match(/^With.*\((\d+)\)$/)?.[1] ?? []);
  await expect.poll(async () => (await counts()).length).toBe(2);
  const [withAddress = 0, without = 0] = (await counts()).map(Number);
  expect(withAddress + without).toBe(total);
  await page.getByLabel('Address', { exact: true }).selectOption('without-address');
  await page.getByText('Without address', { exact: true }).waitFor();
  await expect.poll(totalOf).toBe(without);
});
