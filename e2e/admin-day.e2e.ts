import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { openStage, type Stage } from './stage.ts';
import { tryAgain } from './try-again.ts';
import { visit } from './visit.ts';

/** What an admin does on many days: selects ranges, searches pasted order ids, lets operators leave. */
let stage: Stage;
let page: Page;

const Created = z.object({ _id: z.string() });
const ORDERS = ['DAY-1', 'DAY-2', 'DAY-3', 'DAY-4'];
const dialog = () => page.getByRole('dialog');
const box = (order: string) => page.getByLabel(`Select order ${order}`);
const listOfAll = `/leads?orderIds=${ORDERS.join('%2C')}`;

beforeAll(async () => {
  stage = await openStage({ leads: 20 });
  page = await stage.signedIn(stage.people.admin, '/leads');
  for (const orderId of ORDERS) await stage.postLead({ orderId, fullName: 'Kavya Rao' });
});

test('Shift and a click select and unselect a range of rows', async () => {
  await visit(page, listOfAll);
  await page.getByText('Showing: 4 of 4 leads').waitFor();
  await box('DAY-4').click();
  await box('DAY-2').click({ modifiers: ['Shift'] });
  await page.getByText('3 leads selected').waitFor();
  await box('DAY-3').click({ modifiers: ['Shift'] });
  await page.getByText('1 lead selected').waitFor();
  expect(await box('DAY-4').isChecked()).toBe(true);
});

test('names pasted order ids that are not found, and copies them', async () => {
  await visit(page, '/leads?orderIds=DAY-1%2CNONE-8%2CNONE-9');
  await page.getByText('2 IDs not found:').waitFor();
  await page.getByRole('status').filter({ hasText: 'NONE-8, NONE-9' }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('NONE-8\nNONE-9');
});

test('Ctrl Enter confirms a dialog, wherever its focus is', async () => {
  await visit(page, listOfAll);
  await box('DAY-4').click();
  await page.keyboard.press('D');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Showing: 3 of 3 leads').waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });

  await box('DAY-1').click();
  await page.getByText('1 lead selected').waitFor();
  await page.keyboard.press('T');
  await dialog().getByLabel('To').selectOption({ label: 'Fatima Al Hashimi' });
  await dialog().getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Control+Enter');
  await page.getByText('1 lead assigned').waitFor();
});

test('the sheet of shortcuts opens with the focus on itself, so that Space turns nothing off', async () => {
  await visit(page, '/users');
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  await page.keyboard.press('?');
  await dialog().getByText('Everywhere').waitFor();
  await expect.poll(() => dialog().evaluate((sheet) => sheet === document.activeElement)).toBe(true);
  await page.keyboard.press('Space');
  expect(await page.getByLabel('Single-key shortcuts').isChecked()).toBe(true);
  await page.keyboard.press('Escape');
});

test.each(['/leads/new', '/users/new', '/offers/new', '/postbacks/new'])(
  '%s opens with the focus in the first field',
  async (path) => {
    await visit(page, path);
    const first = page.locator('main form').locator('input, select, textarea').first();
    await first.waitFor();
    await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true);
  },
);

test('announces a saved comment and a decision to screen readers', async () => {
  await visit(page, listOfAll);
  await page.getByRole('button', { name: 'Add Comment' }).first().click();
  await dialog().getByText('Manual').click();
  await dialog().getByRole('textbox').fill('Called twice');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('status', { name: 'Saved' }).getByText('Comment saved').waitFor({ state: 'attached' });

  await visit(page, '/approvals');
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await dialog()
    .getByRole('button', { name: /^Approve/ })
    .click();
  await page.locator('[aria-live=polite]').getByText('Status change approved').waitFor();
});

test('says that the operators to choose from could not be loaded, and loads them again on request', async () => {
  await visit(page, '/users');
  await page.reload(); // forgets the operators of earlier dialogs
  await page.route('**/api/admin/operators*', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'Out of order', code: 'internal' } }),
  );
  await page.getByRole('button', { name: /^Delete user Rohit/ }).click();
  await dialog().getByRole('alert').getByText('Out of order').waitFor();
  await page.unroute('**/api/admin/operators*');
  await tryAgain(dialog(), dialog().getByLabel('Fatima Al Hashimi'));
  await page.keyboard.press('Escape');
});

test('deleting an operator with leads asks what becomes of them, and shows the progress', async () => {
  await visit(page, '/users');
  await page.getByRole('button', { name: /^Delete user Rohit/ }).click();
  await dialog()
    .getByText(/^What becomes of the \d+ leads?\?$/)
    .waitFor();
  const other = dialog().getByLabel('Fatima Al Hashimi');
  await other.waitFor();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await dialog().getByText('Please select an operator').waitFor();
  expect(await dialog().getByLabel(/Rohit/).count()).toBe(0);
  await expect.poll(() => other.evaluate((box) => box === document.activeElement)).toBe(true);
  await other.check();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await dialog()
    .getByText(/^Hand over the leads of Rohit .* to Fatima Al Hashimi$/)
    .waitFor();
  await dialog()
    .getByText(/^\d+ leads? handed over$/)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Rohit/ }).waitFor({ state: 'hidden' });
});

test('deactivating an operator with leads asks in the form', async () => {
  await visit(page, '/users');
  await page.getByRole('link', { name: 'Fatima Al Hashimi', exact: true }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Active').uncheck();
  await page.getByText(/^What becomes of the \d+ leads\?$/).waitFor();
  await page.getByText('No other active operators').waitFor();
  await page.getByText('Unassign', { exact: true }).click();
  await page.getByRole('button', { name: 'Update User' }).click();
  await dialog()
    .getByText(/^\d+ leads unassigned$/)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Inactive').first().waitFor();
});

test('an open form asks also about a lead that a colleague assigns to the operator', async () => {
  const api = (method: 'GET' | 'POST', path: string, body?: object) =>
    callApi(stage.url, stage.people.admin, method, path, body);
  const asha = {
    username: 'asha.day',
    fullName: 'Asha Day',
    email: `asha.${Date.now()}@demo.test`,
    role: 'operator',
  };
  const { user } = z.object({ user: Created }).parse(await api('POST', '/users', asha));
  await visit(page, `/users/${user._id}/edit`);
  await page.getByLabel('Active').uncheck();
  const [lead] = z.array(Created).parse(await api('GET', '/leads?orderIds=DAY-2'));
  await api('POST', `/leads/${lead?._id}/assign`, { operatorId: user._id });
  await page.getByText('What becomes of the 1 lead?').waitFor();
});

test('a page on a slow line shows a bar while its code loads, and then the data of the row', async () => {
  const openCode = await hold(page, /assets\/LeadPage[^/]*\.js/);
  const openData = await hold(page, /api\/leads\/[0-9a-f-]{36}$/);
  await page.goto(listOfAll);
  await page.getByRole('link', { name: 'DAY-2', exact: true }).click();
  await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor();
  openCode();
  await page.getByRole('heading', { name: 'Order DAY-2' }).waitFor();
  await page.getByText('Kavya Rao').first().waitFor();
  openData();
  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByText('Activity Timeline (').waitFor();
});
