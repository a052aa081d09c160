import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hold } from './hold.ts';
import { keysKeptLonger } from './kept-keys.ts';
import { PASSWORD } from './people.ts';
import { pressSequence } from './press-sequence.ts';
import { openStage, type Stage } from './stage.ts';

/** The admin's part of the main job with the keyboard only: no clicks, and no focus set by the test. */
let stage: Stage;
let page: Page;

const ORDER = 'KEYS-0001';
const row = () => page.getByRole('row').filter({ hasText: ORDER });
const dialog = () => page.getByRole('dialog');
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Presses keys in sequence, for example `Enter` or `Control+Enter`. */
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has the focus, as a user would. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await isFocused(target)) return;
    await press('Tab');
  }
  throw new Error(`Tab does not come to ${target}`);
}

beforeAll(async () => {
  stage = await openStage({ leads: 30 });
  await stage.postLead({ orderId: ORDER, fullName: 'Meera Nair' });
  page = await stage.openWindow();
  await page.goto('/login');
});

test('signs in', async () => {
  await tabTo(page.getByLabel('Email address'));
  await page.keyboard.type(stage.people.admin);
  await press('Tab');
  await page.keyboard.type(PASSWORD);
  await press('Enter');
  await page.waitForURL('**/dashboard');
});

test('opens the leads and moves to a row', async () => {
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await pressSequence(page, 'g', 'l');
  await row().waitFor();
  await press('j');
  await expect.poll(focused).toBe(ORDER);
});

test('assigns it, and the focus returns to the row', async () => {
  await press('a');
  await dialog().waitFor();
  await tabTo(dialog().getByLabel('Operator'));
  // The operators are still loading.
  await dialog().getByRole('option', { name: 'Rohit Verma' }).waitFor({ state: 'attached' });
  await pressSequence(page, ...'Rohit');
  await tabTo(dialog().getByRole('button', { name: 'Assign' }));
  await press('Enter');
  await dialog().waitFor({ state: 'hidden' });
  await row().getByText('Rohit Verma').waitFor();
  await expect.poll(focused).toBe(ORDER);
});

test('sets its status', async () => {
  await press('s');
  await dialog().waitFor();
  await tabTo(dialog().getByRole('radio', { name: 'Processing' }));
  await press('ArrowRight', 'ArrowRight', 'ArrowRight');
  expect(await dialog().getByRole('radio', { name: 'Hold' }).isChecked()).toBe(true);
  await tabTo(dialog().getByLabel('Comment'));
  await page.keyboard.type('Waits for the next stock');
  await press('Control+Enter');
  await dialog().waitFor({ state: 'hidden' });
  await row().getByText('Hold', { exact: true }).waitFor();
});

test('comments on it', async () => {
  await expect.poll(focused).toBe(ORDER);
  await press('c');
  await dialog().waitFor();
  await pressSequence(page, ...'Connected');
  await tabTo(dialog().getByLabel('Reason'));
  await pressSequence(page, ...'RPNA');
  await dialog().getByText('Connected - RPNA').waitFor();
  await press('Control+Enter');
  await dialog().waitFor({ state: 'hidden' });
  await row().getByText('Connected - RPNA').waitFor();
  await expect.poll(focused).toBe(ORDER);
});

test('opens it and reads its history', async () => {
  await press('o');
  await page.getByRole('heading', { name: `Order ${ORDER}` }).waitFor();
  await press('2');
  const timeline = page.getByRole('list', { name: 'Activity Timeline' });
  for (const piece of ['Assigned to Rohit Verma', 'Waits for the next stock', 'Connected - RPNA'])
    await timeline.getByText(piece).first().waitFor();
});

test('opens the approvals and approves one', async () => {
  await pressSequence(page, 'g', 'a');
  await page.getByRole('heading', { name: 'Pending Approvals' }).waitFor();
  const requests = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Approve' }) });
  await requests.nth(1).waitFor();
  // Rows are mounted a few per frame; the table's own count includes its head.
  const before = Number(await page.getByRole('table').getAttribute('aria-rowcount')) - 1;
  await expect.poll(() => requests.count()).toBe(before);
  const order = requests.nth(1).getByRole('link');
  const orderId = (await order.textContent()) ?? '';
  // Moves down from the first row; the shortcut acts on the focused row.
  await tabTo(requests.nth(0).getByRole('link'));
  await press('ArrowDown');
  await expect.poll(focused).toBe(orderId);
  await press('y');
  await dialog().getByText(`Order ${orderId}`).waitFor();
  await page.keyboard.type('Well done');
  await press('Control+Enter');
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(() => requests.count()).toBe(before - 1);
  expect(await page.getByRole('row').filter({ hasText: orderId }).count()).toBe(0);
});

test('the focus moves to the next row', async () => {
  await expect.poll(focused).toMatch(/^DEMO-/);
  await press('r');
  await dialog().getByText('Reject Status Change').waitFor();
  await press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(focused).toMatch(/^DEMO-/);
});

test('finds all actions with shortcuts in the sheet, and the account settings with Ctrl K', async () => {
  await press('?');
  for (const action of ['All Leads', 'Account Settings', 'Approve', 'Reject'])
    await dialog().getByText(action, { exact: true }).waitFor();
  await press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await press('Control+k');
  await page.keyboard.type('account');
  await dialog().getByRole('option', { name: 'Account Settings' }).waitFor();
  await press('Enter');
  await page.getByRole('heading', { name: 'Account Settings' }).waitFor();
});

test('a toast stays while it has the focus, the tab key goes on after it, and the focus returns from one that is closed', async () => {
  await page.addInitScript({ content: keysKeptLonger });
  await page.goto('/users');
  const own = page.getByRole('row').filter({ hasText: stage.people.admin });
  await own.waitFor();
  await tabTo(own.getByRole('link').first());
  await press('#');
  const close = page.getByRole('button', { name: 'Close toast' });
  const skip = page.getByRole('link', { name: 'Skip to content' });
  const staying = () => page.locator('[data-sonner-toast][data-expanded=true]').count();
  await tabTo(close);
  await expect.poll(staying).toBe(1);
  await tabTo(skip);
  await expect.poll(staying).toBe(0);

  // Another one, reached by its own key, stays while it is used, and is closed.
  await press('#');
  await close.first().waitFor();
  await press('Alt+t');
  await tabTo(close.first());
  await press('Enter');
  await expect.poll(() => isFocused(skip)).toBe(true);
});

test('keeps what is typed after Ctrl K before the search field is there', async () => {
  const openCode = await hold(page, /assets\/popups-/);
  await page.goto('/leads');
  await row().waitFor();
  await press('/');
  const search = page.getByPlaceholder(/^Name, phone, email/);
  const isInSearch = () => search.evaluate((box) => box === document.activeElement);
  await expect.poll(isInSearch).toBe(true);
  await press('Control+k');
  await page.keyboard.type('accounx');
  await press('Backspace');
  openCode();
  const field = dialog().getByPlaceholder('Find leads, pages and actions');
  await expect.poll(() => field.inputValue()).toBe('accoun');
  await page.keyboard.type('t');
  expect(await field.inputValue()).toBe('account');
  expect(await search.inputValue()).toBe('');
  await press('Escape');
  await expect.poll(isInSearch).toBe(true);
});
