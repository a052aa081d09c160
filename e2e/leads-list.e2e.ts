import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { hold } from './hold.ts';
import { tokenOf } from './people.ts';
import { pressSequence } from './press-sequence.ts';
import { fetchServed } from './served.ts';
import { openStage, type Stage } from './stage.ts';
import { untilModal } from './until-modal.ts';
import { visit } from './visit.ts';

/** The leads list for an admin: filters in the URL, shortcuts, bulk actions. */
let stage: Stage;
let page: Page;

const ORDERS = ['LIST-1', 'LIST-2', 'LIST-3'];
const row = (order: string) => page.getByRole('row').filter({ hasText: order });
const rows = () => page.getByRole('row').filter({ hasText: 'LIST-' });
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

beforeAll(async () => {
  stage = await openStage({ leads: 20 });
  page = await stage.signedIn(stage.people.admin, '/leads');
  for (const orderId of ORDERS) await stage.postLead({ orderId, fullName: 'Kavya Rao' });
});

beforeEach(async () => {
  await visit(page, '/leads?orderIds=LIST-1%2CLIST-2%2CLIST-3');
  await page.getByText('Showing: 3 of 3 leads').waitFor();
  // The rows, with their keys, follow the heading.
  await row('LIST-1').waitFor();
});

test('counts and shows pasted order ids, and puts them into the URL', async () => {
  await page.getByRole('textbox', { name: 'Order IDs' }).fill('LIST-2\n, LIST-3 NONE-9');
  await page.getByText('Showing: 2 of 2 leads').waitFor();
  await page.getByText('3 IDs', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show IDs' }).click();
  const ids = page.getByRole('list', { name: 'Parsed order IDs' }).getByRole('listitem');
  expect(await ids.allTextContents()).toEqual(['LIST-2', 'LIST-3', 'NONE-9']);
  await page.reload();
  await page.getByText('Showing: 2 of 2 leads').waitFor();
});

test('order ids can be typed as soon as their option is pressed; arrow keys stay at the options', async () => {
  await visit(page, '/leads');
  await page.getByText('Order IDs', { exact: true }).click();
  const box = page.getByRole('textbox', { name: 'Order IDs' });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await box.waitFor();
  expect(await focused()).toBe('Order IDs');
  await page.keyboard.type('LIST-2');
  await page.waitForURL('**/leads?orderIds=LIST-2');
  await box.fill('');
  await page.waitForURL('**/leads');

  await page.getByRole('radio', { name: 'Order IDs' }).press('ArrowLeft');
  await page.getByRole('searchbox', { name: 'Search leads' }).waitFor();
  expect(await page.getByRole('radio', { name: 'Search', exact: true }).evaluate(isFocused)).toBe(true);
});

test('a cleared search and cleared order ids have the focus for the next ones', async () => {
  await visit(page, '/leads?search=kavya');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.waitForURL('**/leads');
  expect(await page.getByRole('searchbox', { name: 'Search leads' }).evaluate(isFocused)).toBe(true);
  await visit(page, '/leads?orderIds=LIST-2');
  await page.getByRole('button', { name: 'Clear order IDs' }).click();
  await page.waitForURL('**/leads');
  expect(await page.getByRole('textbox', { name: 'Order IDs' }).evaluate(isFocused)).toBe(true);
});

test('keeps what is typed into the order ids after a pause, before the page shows their leads', async () => {
  await visit(page, '/leads');
  await page.getByText('Order IDs', { exact: true }).click();
  const box = page.getByRole('textbox', { name: 'Order IDs' });
  await box.evaluate((textarea: HTMLTextAreaElement) => {
    const push = history.pushState;
    history.pushState = (...args) => {
      history.pushState = push;
      history.pushState(...args);
      // The URL has changed, and no render has begun.
      textarea.setRangeText(',LIST-2', textarea.value.length, textarea.value.length, 'end');
      textarea.dispatchEvent(new Event('input', { bubbles: true }));
    };
  });
  await box.fill('LIST-1');
  await page.waitForURL('**/leads?orderIds=LIST-1%2CLIST-2');
  await page.getByText('Showing: 2 of 2 leads').waitFor();
  // Neither taken away nor written in another way.
  expect(await box.inputValue()).toBe('LIST-1,LIST-2');
});

test('counts active filters, shows them in the header, and clears them together', async () => {
  await page.getByLabel('Status', { exact: true }).selectOption('trash');
  await page.getByLabel('Comments', { exact: true }).selectOption('not-connected');
  await page.getByLabel('Reason', { exact: true }).selectOption('Ringing');
  await page.getByText('No leads found').waitFor();
  await page.getByText('3 active filters').waitFor();
  await page.getByText('Not Connected Calls - Ringing').first().waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText(/^Showing: 21 of 21 leads$/).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('keeps both of two filters that change before the page renders again', async () => {
  const status = await page.getByLabel('Status', { exact: true }).elementHandle();
  const comments = await page.getByLabel('Comments', { exact: true }).elementHandle();
  await page.evaluate(
    async (changes) => {
      for (const [select, value] of changes) {
        Object.assign(select ?? {}, { value });
        select?.dispatchEvent(new Event('change', { bubbles: true }));
        for (let n = 0; n < 20; n += 1) await null; // the URL changes, and no render can begin
      }
    },
    [
      [status, 'trash'],
      [comments, 'not-connected'],
    ] as const,
  );
  await page.getByText('3 active filters').waitFor(); // with the order ids
  expect(new URL(page.url()).searchParams.get('status')).toBe('trash');
});

test('the list of today is that of the next day on a page that stays open past midnight', async () => {
  const open = await stage.signedIn(stage.people.admin, '/no-such-page', { timezoneId: 'UTC' });
  const today = new Date().setUTCHours(23, 58, 0, 0);
  const tomorrow = new Date(today + 24 * 3_600_000).toISOString().slice(0, 10);
  await open.clock.install({ time: today });
  // Without hints: nothing else happens.
  await open.routeWebSocket(/socket/, () => {});
  await open.goto('/leads?date=today');
  await open.getByText(/^Showing: \d+ of \d+ leads$/).waitFor();
  const next = open.waitForRequest(
    (request) => new URL(request.url()).searchParams.get('startDate')?.startsWith(tomorrow) ?? false,
  );
  await open.clock.fastForward('05:00');
  await next;
  await open.context().close();
});

test('a typed day filters once its year is complete, in one entry of the history', async () => {
  await page.getByLabel('Date', { exact: true }).selectOption('custom');
  await page.waitForURL('**date=custom*');
  const from = page.getByLabel('Date from');
  const inUrl = () => new URL(page.url()).searchParams.get('from');
  const entries = await page.evaluate(() => history.length);
  const reported = await from.evaluateHandle((field: HTMLInputElement) => {
    const days: (string | null)[][] = [];
    field.addEventListener('input', () =>
      days.push([field.value, new URL(location.href).searchParams.get('from')]),
    );
    return days;
  });
  await from.focus();
  // For the browser, digits belong together only for a second. It reports a day after each digit of the year.
  await pressSequence(page, ...'03052026');
  await expect.poll(inUrl).toBe('2026-03-05');
  const years = ['0002', '0020', '0202', '2026'];
  expect(await reported.jsonValue()).toEqual(years.map((year) => [`${year}-03-05`, null]));

  // A year that stays incomplete does not filter, and the field shows so.
  await pressSequence(page, 'ArrowLeft', 'ArrowRight', '1', '9');
  expect(await from.inputValue()).toBe('0019-03-05');
  await from.blur();
  await expect.poll(() => from.inputValue()).toBe('2026-03-05');
  expect(inUrl()).toBe('2026-03-05');

  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.goBack();
  await from.waitFor({ state: 'detached' });
  // A link may hold any day.
  await visit(page, '/leads?date=custom&from=0002-03-05&to=9999-12-31');
  await page.getByText(/^Showing: 2\d of 2\d leads$/).waitFor();
});

test('by keyboard: moves to a row, comments on it, and returns to it', async () => {
  await page.keyboard.press('j');
  await expect.poll(focused).toBe('LIST-3');
  await page.keyboard.press('j');
  await expect.poll(focused).toBe('LIST-2');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Add Comment' });
  expect(await send.isDisabled()).toBe(true);
  await dialog.getByLabel('Connection Status').selectOption('Connected');
  await dialog.getByLabel('Reason', { exact: false }).selectOption('Custom Reason');
  await dialog.getByLabel('Custom Reason').fill('calls back at five');
  await dialog.getByText('Connected - calls back at five').waitFor();
  await send.click();
  await dialog.waitFor({ state: 'hidden' });
  await row('LIST-2').getByText('Connected - calls back at five').waitFor();
  await expect.poll(focused).toBe('LIST-2');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Order LIST-2' }).waitFor();
  await page.goBack();
  await expect.poll(focused).toBe('LIST-2');
});

test('a click beside a dialog closes it, and does nothing else', async () => {
  const offers = page.getByRole('link', { name: 'Offers' });
  const place = (await offers.boundingBox()) ?? expect.unreachable();
  const dialog = page.getByRole('dialog', { name: 'Add Comment' });
  await row('LIST-1').getByRole('button', { name: 'Add Comment to order LIST-1' }).click();
  await dialog.waitFor();
  await untilModal(page);
  await page.mouse.click(place.x + 5, place.y + 5);
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/leads');
  // The page takes clicks again.
  await page.mouse.click(place.x + 5, place.y + 5);
  await page.waitForURL(/\/offers/);
});

test('rejects an empty manual comment', async () => {
  await row('LIST-1')
    .getByRole('button', { name: /^Add Comment/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Manual').click();
  await dialog.getByRole('button', { name: 'Add Comment' }).click();
  await dialog.getByText('Please enter a comment').waitFor();
});

test('in bulk: shows the value of the selection, assigns some of it, sets a status for all', async () => {
  await page.getByLabel('Select all on this page').check();
  await page.getByText('3 leads selected').waitFor();
  await page.getByRole('button', { name: 'Bulk Assign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Assign 3 Leads' }).click();
  await dialog.getByText('Please select an operator').waitFor();
  await dialog.getByLabel('Operator').selectOption({ label: 'Fatima Al Hashimi' });
  await dialog.getByLabel('Quantity').fill('99');
  expect(await dialog.getByLabel('Quantity').inputValue()).toBe('3');
  await dialog.getByLabel('Quantity').fill('');
  await dialog.getByRole('button', { name: 'Assign 0 Leads' }).click();
  await expect.poll(() => dialog.getByLabel('Quantity').evaluate(isFocused)).toBe(true);
  await dialog.getByLabel('Quantity').fill('2');
  await dialog.getByText('Last', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Assign 2 Leads' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => rows().filter({ hasText: 'Fatima Al Hashimi' }).count()).toBe(2);
  expect(await row('LIST-3').textContent()).toContain('Unassigned');

  await page.getByLabel('Select all on this page').check();
  await page.keyboard.press('S');
  const update = dialog.getByRole('button', { name: 'Update Status' });
  expect(await update.isDisabled()).toBe(true);
  // A reason is optional for many leads at once.
  await dialog.getByText('Cancelled', { exact: true }).click();
  await update.click();
  await page.getByText('Status update completed: 3 leads updated to cancelled').waitFor();
  await expect.poll(() => rows().getByText('Cancelled', { exact: true }).count()).toBe(3);
});

test('new rows wait while leads are selected, and screen readers announce them', async () => {
  await visit(page, '/leads');
  await row('LIST-1').getByRole('checkbox').check();
  // Only a region that is there before its text is announced.
  const regions = await page.getByRole('status').elementHandles();
  const announced = async () => Promise.all(regions.map((region) => region.textContent()));
  const counted = async () => (await announced()).find((text) => text?.startsWith('Showing: '));
  const before = await counted();
  expect(before).toBeTruthy();
  await stage.postLead({ orderId: 'LATE-1', fullName: 'Kavya Rao' });
  await page.getByRole('button', { name: '1 new lead' }).waitFor();
  expect(await row('LATE-1').count()).toBe(0);
  expect(await announced()).toContain('1 new lead');
  expect(await counted()).not.toBe(before);
  await page.getByRole('button', { name: '1 new lead' }).click();
  await row('LATE-1').waitFor();

  // Those of the list before, too: while the next one is read, they stay under the pointer.
  await stage.postLead({ orderId: 'LATE-2', fullName: 'Kavya Rao' });
  await page.getByRole('button', { name: '1 new lead' }).waitFor();
  const release = await hold(page, /\/api\/leads\?.*status=trash/);
  await page.getByLabel('Status', { exact: true }).selectOption('trash');
  await page.locator('tbody.opacity-60').waitFor();
  expect(await row('LATE-2').count()).toBe(0);
  release();
  await page.getByText('No leads found').waitFor();
});

test('an operator with the permission to see all leads reads those of others and changes only their own', async () => {
  const token = await tokenOf(stage.url, stage.people.admin);
  const api = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await fetchServed(`${stage.url}/api${path}`, { ...init, headers })).json();
  };
  const { data: users } = Users.parse(await api('/users?limit=100'));
  const operator = users.find(({ email }) => email === stage.people.operator);
  const permissions = { canSeeLeadsOfAllOperators: true };
  await api(`/users/${operator?._id}`, { method: 'PUT', body: JSON.stringify({ permissions }) });

  const seer = await stage.signedIn(stage.people.operator, '/leads?assignmentStatus=unassigned');
  const unassigned = seer.getByRole('row').filter({ hasText: 'LATE-1' });
  await unassigned.getByText('No comments').waitFor();
  expect(await unassigned.getByRole('button', { name: 'Add Comment' }).count()).toBe(0);
  await unassigned.getByRole('link', { name: 'LATE-1', exact: true }).click();
  await seer.getByRole('button', { name: 'Back' }).waitFor();
  for (const name of ['Edit', 'Request Status Change'])
    expect(await seer.getByRole('link', { name }).or(seer.getByRole('button', { name })).count(), name).toBe(
      0,
    );
  await seer.getByRole('tab', { name: 'Activity' }).click();
  await seer.getByText('Activity Timeline').waitFor();
  expect(await seer.getByRole('button', { name: 'Add Comment' }).count()).toBe(0);
});

test('a deleted lead disappears at once after the confirmation', async () => {
  await row('LIST-3')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const question = page.getByRole('alertdialog');
  await question
    .getByText('Are you sure you want to delete this lead? This action cannot be undone.')
    .waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await row('LIST-3').waitFor({ state: 'hidden' });
  await page.getByText('Showing: 2 of 2 leads').waitFor();
});

const Users = z.object({ data: z.array(z.object({ _id: z.string(), email: z.string() })) });

const isFocused = (element: Element) => element === document.activeElement;
