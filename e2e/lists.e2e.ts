import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { pendingApproval } from '../console/test/pendingApproval.ts';
import { hold } from './hold.ts';
import { keysKeptLonger } from './kept-keys.ts';
import { fillSignIn, PASSWORD } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** What all lists share: paging, search, failing refetches, the current row. */
let stage: Stage;
let page: Page;

const dialog = () => page.getByRole('dialog');

beforeAll(async () => {
  stage = await openStage({ leads: 60 });
  page = await stage.signedIn(stage.people.admin, '/leads');
});

test('a pause while typing keeps the space before the next word', async () => {
  await visit(page, '/leads');
  const search = page.getByRole('searchbox', { name: 'Search leads' });
  await search.pressSequentially('Meera ');
  await page.waitForURL('**/leads?search=Meera');
  await page.getByText('Search: Meera').waitFor();
  await search.pressSequentially('Nair');
  expect(await search.inputValue()).toBe('Meera Nair');
  await page.waitForURL('**/leads?search=Meera+Nair');
  await page.goBack();
});

test('shows the leads before zod, forms, dialogs and popups have loaded', async () => {
  const fresh = await stage.signedIn(stage.people.admin, '/login');
  await fresh.route(/assets\/(schemas|forms|dialogs|popups)-/, (route) => route.abort());
  await fresh.goto('/leads');
  await fresh.getByText(/^Showing: \d/).waitFor();
  await fresh.close();
});

test('loads the code of pages before they are opened, unless the user asked for less data', async () => {
  const loaded: string[] = [];
  const saving = await stage.signedIn(stage.people.admin, '/leads');
  saving.on('request', (request) => loaded.push(request.url()));
  const isLoaded = () => loaded.some((url) => /assets\/OffersPage-/.test(url));
  const offers = saving.getByRole('link', { name: 'Offers', exact: true });
  await offers.hover();
  await offers.focus();
  expect(isLoaded()).toBe(false);
  await offers.click();
  await saving.getByRole('heading', { name: 'Offers' }).waitFor();
  expect(isLoaded()).toBe(true);
  await saving.close();

  const other = await stage.openWindow({ savesData: false });
  const whenIdle = other.waitForRequest(/assets\/LeadsPage-/);
  const onHover = other.waitForRequest(/assets\/OffersPage-/);
  await other.goto('/login');
  await fillSignIn(other, stage.people.admin, PASSWORD);
  await other.getByRole('link', { name: 'Offers', exact: true }).hover();
  await onHover;
  await whenIdle;
  await other.close();
});

test('keys typed before a dialog has loaded are no shortcuts and reach its fields', async () => {
  const fresh = await stage.signedIn(stage.people.admin, '/login');
  await fresh.addInitScript({ content: keysKeptLonger });
  const release = await hold(fresh, /assets\/LeadDialogs-/);
  await fresh.goto('/leads');
  // The rows, with their keys, follow the heading.
  await fresh
    .getByRole('link', { name: /^DEMO-/ })
    .first()
    .waitFor();
  // The shortcuts `n`, `r` and `x` open a new lead, reject and select.
  for (const key of ['j', 'c', 'n', 'Tab', 'r', 'x']) await fresh.keyboard.press(key);
  release();
  await fresh.getByRole('dialog', { name: 'Add Comment' }).getByText('Not Connected - Ringing').waitFor();
  // By label: the dialog hides the rest of the page from roles.
  expect(await fresh.getByLabel('Selection', { exact: true }).count()).toBe(0);
  await fresh.close();
});

test('keeps the rows when a refetch fails, says so, and offers Retry', async () => {
  await visit(page, '/leads');
  await page
    .getByRole('link', { name: /^DEMO-/ })
    .first()
    .waitFor();
  await page.route('**/api/leads?**', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'Out of order', code: 'internal' } }),
  );
  await stage.postLead({ orderId: 'LATE-1', fullName: 'Kavya Rao' });
  const notice = page.getByRole('status').filter({ hasText: 'Out of order' });
  await notice.waitFor();
  await page
    .getByRole('link', { name: /^DEMO-/ })
    .first()
    .waitFor();
  const retry = notice.getByRole('button', { name: 'Retry' });
  await Promise.all([page.waitForRequest('**/api/leads?**'), retry.click()]);
  await page.unroute('**/api/leads?**');
  // The list may also read by itself, which takes the button away.
  const late = page.getByRole('link', { name: 'LATE-1', exact: true }).waitFor();
  await Promise.race([retry.click(), late]);
  await late;
  await notice.waitFor({ state: 'detached' });
});

test('says that an answer is stale until a newer one comes', async () => {
  let stale = true;
  await page.route('**/api/leads?**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-stale': String(stale) } });
  });
  await visit(page, '/leads');
  const notice = page.getByRole('status').filter({ hasText: 'The newest changes are still missing' });
  await notice.waitFor();
  stale = false;
  await notice.waitFor({ state: 'detached' });
  // An answer that is still being made would have no request any more.
  await page.unrouteAll({ behavior: 'wait' });
});

test('j renders only the rows whose mark changes', async () => {
  await visit(page, '/leads?limit=100');
  await page
    .getByRole('link', { name: /^DEMO-/ })
    .first()
    .waitFor();
  await page.keyboard.press('j');
  await expect.poll(rowInFocus).toBe('2');
  // All rows on screen are there: they are mounted a few per frame.
  await page.locator('tbody:not([aria-busy])').waitFor();
  await rememberProps(page);
  await page.keyboard.press('j');
  await expect.poll(rowInFocus).toBe('3');
  expect(await renderedRows(page)).toEqual(['2', '3']);
});

const rowInFocus = () =>
  page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex') ?? null);

test('on another page, the keys start at its first row', async () => {
  await visit(page, '/leads?limit=10');
  const first = page.getByRole('link', { name: /^(?:DEMO|LATE)-/ }).first();
  const turn = async (act: () => Promise<void>) => {
    const before = await first.textContent();
    await act();
    await expect.poll(() => first.textContent()).not.toBe(before);
  };
  const downTo = async (index: string) => {
    await page.keyboard.press('j');
    await expect.poll(rowInFocus).toBe(index);
  };
  await first.waitFor();
  for (const index of ['2', '3', '4']) await downTo(index);
  await turn(() => page.getByRole('button', { name: 'Next page' }).click());
  for (const index of ['2', '3', '4']) await downTo(index);
  await turn(() => page.keyboard.press(']'));
  await expect.poll(rowInFocus).toBe('2');
});

test('the focus returns to the button of a closed sheet', async () => {
  await visit(page, '/leads');
  const button = page.getByRole('button', { name: 'Columns', exact: true });
  await button.click();
  await dialog().getByRole('checkbox', { name: 'Payment' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});

/** React keeps an element's latest props on it: another object means that its row was rendered again. */
const rememberProps = (of: Page) =>
  of.evaluate(() => {
    const rows = [...document.querySelectorAll('tbody tr[aria-rowindex]')];
    const propsOf = (row: Element) =>
      Object.entries(row).find(([name]) => name.startsWith('__reactProps'))?.[1];
    if (rows.length < 5 || propsOf(rows[0] ?? document.body) === undefined)
      throw new Error('No rows of React');
    const before = new Map(rows.map((row) => [row, propsOf(row)]));
    Object.assign(window, {
      renderedRows: () =>
        rows.flatMap((row) => (propsOf(row) === before.get(row) ? [] : [row.getAttribute('aria-rowindex')])),
    });
  });
const renderedRows = (of: Page) =>
  of.evaluate(() => 'renderedRows' in window && (window.renderedRows as () => string[])());

test('approvals: after all requests of page 2 are approved, shows page 1', async () => {
  await answerApprovals(page, 13);
  await visit(page, '/approvals?page=2&limit=10');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.keyboard.press('Y');
  await dialog().waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'WAIT-1', exact: true }).waitFor();
  expect(await page.getByText('All caught up!').count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('page')).toBe(null);
});

test('approvals: the keys act on a row of the screen while a new one is held back', async () => {
  const pending = await answerApprovals(page, 40);
  await visit(page, '/approvals');
  await page.getByRole('button', { name: 'Approve order WAIT-1', exact: true }).waitFor();
  const rows = page.getByRole('row').filter({ hasText: 'WAIT-' });
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 1200);
  await page.getByRole('button', { name: 'Approve order WAIT-20', exact: true }).click();
  await dialog().waitFor();
  pending.unshift(request('NEW-1'));
  await page.keyboard.press('Control+Enter');
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: '1 new request' }).waitFor();
  // The user clicks beside the table: no row has the focus.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const shown = await rows.getByRole('link').allTextContents();
  await page.keyboard.press('y');
  const order = await dialog()
    .getByText(/^Order /)
    .textContent();
  expect(shown.map((orderId) => `Order ${orderId} · ${pendingApproval.fullName}`)).toContain(order);
  await page.keyboard.press('Escape');
});

/** Answers the calls about approvals from a list of pending requests, which the calls shorten. */
async function answerApprovals(of: Page, count: number): Promise<PendingApproval[]> {
  const pending = Array.from({ length: count }, (_, n) => request(`WAIT-${n + 1}`));
  const decided = (id: string) =>
    pending.splice(
      pending.findIndex(({ _id }) => _id === id),
      1,
    );
  await of.unroute('**/api/admin/**');
  await of.route('**/api/admin/**', (route) => {
    const url = new URL(route.request().url());
    const body = route.request().postDataJSON() as { leadIds?: string[] } | null;
    const done = { success: true, message: 'Done', data: {} };
    if (url.pathname.endsWith('/bulk-approve')) {
      for (const id of body?.leadIds ?? []) decided(id);
      const counts = { successful: body?.leadIds?.length ?? 0, skipped: 0, failed: 0, problems: [] };
      return route.fulfill({ json: { ...done, data: counts } });
    }
    if (url.pathname.includes('/approve-status/')) {
      decided(url.pathname.split('/').at(-1) ?? '');
      return route.fulfill({ json: done });
    }
    if (!url.pathname.endsWith('/pending-approvals')) return route.continue();
    const [number, limit] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('limit'))];
    const total = pending.length;
    const pagination = {
      page: number,
      limit,
      total,
      totalCount: total,
      totalPages: Math.ceil(total / limit),
    };
    const data = pending.slice((number - 1) * limit, number * limit);
    return route.fulfill({ json: { success: true, data, pagination } });
  });
  return pending;
}

const request = (orderId: string): PendingApproval => ({
  ...pendingApproval,
  _id: crypto.randomUUID(),
  orderId,
  pendingStatusChange: {
    ...pendingApproval.pendingStatusChange,
    requestId: crypto.randomUUID(),
    requestedAt: new Date().toISOString(),
  },
});
