import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { keysKeptLonger } from './kept-keys.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** Where toasts and names are on the screen, on a desk and on a phone; and one thing is not called 'things'. */
let stage: Stage;
let page: Page;

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const NAMES = ['Kavya Rao', 'محمد العلي', 'प्रिया शर्मा'];

beforeAll(async () => {
  stage = await openStage({ leads: 30 });
  for (const [n, fullName] of NAMES.entries()) await stage.postLead({ orderId: `LOOK-${n}`, fullName });
  page = await stage.signedIn(stage.people.admin, '/leads?search=LOOK-');
  // A busy machine takes longer than 5 s to find what a toast covers.
  await page.addInitScript({ content: keysKeptLonger });
});

/** The names of the links, buttons and fields that an element covers in the parts of the page that `within` selects. */
const coveredBy = (element: Locator, within: string) =>
  element.evaluate((top, parts) => {
    const over = top.getBoundingClientRect();
    const usable = document.querySelectorAll(`:is(${parts}) :is(a, button, input, select, textarea)`);
    return [...usable].flatMap((one) => {
      const { left, right, top: upper, bottom, width } = one.getBoundingClientRect();
      const covered = left < over.right && right > over.left && upper < over.bottom && bottom > over.top;
      return covered && width > 0 ? [one.getAttribute('aria-label') ?? one.textContent] : [];
    });
  }, within);

describe.each([
  ['a desk', DESK, 'main, header, aside'],
  // A toast has no room beside the search of the header.
  ['a phone', PHONE, 'main'],
])('on %s', (_, size, parts) => {
  beforeAll(async () => {
    await page.setViewportSize(size);
    await visit(page, '/leads?search=LOOK-');
    await page.getByText('Showing: 3 of 3 leads').waitFor();
  });

  test.each([
    ['short', 'Status saved'],
    ['long', 'Your browser does not allow copying here. Select the text and copy it by hand.'],
  ])('a %s toast covers nothing that can be used', async (_, message) => {
    await page.reload();
    await page.route('**/api/leads/*', (route) =>
      route.fulfill({ status: 409, json: { success: false, message } }),
    );
    await page
      .getByRole('button', { name: /^Processing: Update Status/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Hold' }).click();
    const toast = page.locator('[data-sonner-toast]', { hasText: message });
    await toast.waitFor();
    await toast.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
    expect(await coveredBy(toast, parts)).toEqual([]);
    await page.unroute('**/api/leads/*');
  });

  test('names of all scripts start at the same edge and keep their direction', async () => {
    const places = await Promise.all(
      NAMES.map((name) => placeOf(page.getByText(name, { exact: true }).first())),
    );
    expect(places.map(({ direction }) => direction)).toEqual(['ltr', 'rtl', 'ltr']);
    const [first] = places;
    for (const { left } of places) expect(Math.abs(left - (first?.left ?? 0))).toBeLessThanOrEqual(2);
  });
});

/** The left edge of an element's text in CSS pixels, and its direction. */
const placeOf = (element: Locator) =>
  element.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return { left: range.getBoundingClientRect().left, direction: getComputedStyle(one).direction };
  });

test('one lead is not called leads', async () => {
  await page.setViewportSize(DESK);
  await visit(page, '/leads?search=LOOK-1');
  await page.getByText('Showing: 1 of 1 lead', { exact: true }).waitFor();
  await page.getByText('1 active filter', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByText('1 lead selected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Bulk Assign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Assign 1 Lead', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Update Status', exact: true }).click();
  await dialog.getByText('Hold', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await page.getByText('Status update completed: 1 lead updated to hold', { exact: true }).waitFor();
});
