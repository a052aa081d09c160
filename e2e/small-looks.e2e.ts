import { demoUserId } from '@crm/command-api/demo/perform.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { SUPER } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { tryAgain } from './try-again.ts';
import { visit } from './visit.ts';

/** Dialogs, tiles, lists and choices on a phone; tooltips and columns on a desk; the landing page while it loads. */
let stage: Stage;
const PHONE = { width: 390, height: 844 };
const EMAIL = 'simran.sandhu@orders.mail.example';

beforeAll(async () => {
  stage = await openStage({ leads: 1 });
  await stage.postLead({ orderId: 'SMALL-1', fullName: 'Simran Sandhu', email: EMAIL });
});

const boxOf = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().toJSON());

describe('a super admin on a phone', () => {
  let page: Page;
  const dialog = () => page.getByRole('dialog');
  beforeAll(async () => {
    page = await stage.signedIn(SUPER, '/plans-management', PHONE);
  });

  test('sees the buttons of a dialog that is longer than the screen', async () => {
    await page.getByRole('button', { name: 'Add Plan' }).click();
    const create = dialog().getByRole('button', { name: 'Create Plan' });
    await create.waitFor();
    expect((await boxOf(create)).bottom).toBeLessThan((await boxOf(dialog())).bottom);
    // The content ends above them and does not show again below them.
    const parts = ['[data-body]', '[data-actions]'].map((part) => boxOf(dialog().locator(part)));
    const [body, actions] = await Promise.all(parts);
    expect(actions.bottom).toBe(body.bottom);
    // The last field can be scrolled above them.
    const last = dialog().getByRole('checkbox').last();
    await last.focus();
    expect((await boxOf(last)).bottom).toBeLessThan((await boxOf(create)).top);
    await page.keyboard.press('Escape');
  });

  test('sees tiles that fill their rows, and a search without the name of a key', async () => {
    await page.goto('/subscription-management');
    const [total, revenue] = ['Total', 'Revenue'].map((label) =>
      page.getByRole('term').filter({ hasText: label }).locator('..'),
    );
    if (!total || !revenue) throw new Error('Two tiles');
    await expect.poll(async () => (await boxOf(revenue)).width > (await boxOf(total)).width * 2).toBe(true);
    await page.getByPlaceholder('Search by user name, email, or plan...', { exact: true }).waitFor();
  });

  test('sees placeholders of several cards while a list loads', async () => {
    const release = await hold(page, /\/api\/super-admin\/tenants/);
    await page.goto('/organizations');
    const placeholders = page.locator('main .animate-pulse');
    await expect.poll(() => placeholders.count()).toBeGreaterThan(3);
    release();
    await page.getByText(/^Showing: /).waitFor();
  });
});

describe('an admin on a phone', () => {
  let page: Page;
  beforeAll(async () => {
    page = await stage.signedIn(stage.people.admin, '/leads?search=SMALL-1', PHONE);
    await page.getByRole('link', { name: 'SMALL-1', exact: true }).click();
    await page.getByRole('region', { name: 'Customer' }).waitFor();
  });

  test('reads an email that breaks at its @ only', async () => {
    const lines = await page.getByRole('link', { name: EMAIL }).evaluate((link) => {
      const range = document.createRange();
      if (link.lastChild) range.selectNodeContents(link.lastChild);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  });

  test('chooses a status from columns', async () => {
    await page.getByRole('button', { name: 'Update Status' }).click();
    const options = page.getByRole('radiogroup', { name: 'Status' }).locator('label');
    await options.first().waitFor();
    const places = await options.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(places.slice(3)).toEqual(places.slice(0, 2));
  });
});

describe('a super admin at a desk', () => {
  let page: Page;
  beforeAll(async () => {
    page = await stage.signedIn(SUPER, '/no-such-page');
    await page.clock.install();
  });

  test('opens a menu, which no tooltip covers', async () => {
    await page.goto(`/organizations?search=${encodeURIComponent(stage.organisation)}`);
    await page.getByRole('button', { name: `Actions of ${stage.organisation}` }).click();
    await page.getByRole('menuitem', { name: 'Rename Organization' }).waitFor();
    // The tooltip's delay.
    await page.clock.runFor(1000);
    expect(await page.getByRole('tooltip').count()).toBe(0);
  });

  test('reads whole roles in the audit history', async () => {
    // The newest sign-ins of all organisations may be those of other test files.
    await page.goto(`/audit-history?action=SignedIn&actor=${demoUserId(SUPER)}&limit=10`);
    const role = page.getByRole('cell', { name: 'Super Admin', exact: true }).first();
    const isCut = () =>
      role.evaluate((cell) => [cell, ...cell.children].some((one) => one.scrollWidth > one.clientWidth + 1));
    await expect.poll(isCut).toBe(false);
  });

  test('reads a dialog without an outline around it', async () => {
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    await expect.poll(() => dialog.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await dialog.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('none');
  });
});

test.each([
  ['a desk reads the keys of actions beside them', {}, true],
  ['a touch screen reads none, except in the list of shortcuts', { ...PHONE, touch: true }, false],
])('who works at %s', async (_, window, expected) => {
  const page = await stage.signedIn(SUPER, '/organizations', window);
  await page.getByRole('button', { name: `Actions of ${stage.organisation}` }).click();
  const item = page.getByRole('menuitem', { name: 'Edit Admin' });
  await item.waitFor();
  expect(await item.locator('kbd').isVisible()).toBe(expected);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).locator('kbd').first().waitFor();
  await page.close();
});

test('the number of rows, when it is known, moves nothing below it', async () => {
  const page = await stage.signedIn(stage.people.admin, '/dashboard');
  for (const [path, api] of [
    ['/leads', /\/api\/leads\?/],
    ['/users', /\/api\/users\?/],
    ['/approvals', /\/api\/admin\/pending-approvals/],
  ] as const) {
    const release = await hold(page, api);
    await visit(page, path);
    const search = page.getByRole('searchbox');
    await page.locator('main .animate-pulse').first().waitFor();
    const { top } = await boxOf(search);
    release();
    await page.locator('main .animate-pulse').first().waitFor({ state: 'detached' });
    await expect.poll(async () => (await boxOf(search)).top, { message: path }).toBe(top);
  }
  await page.close();
});

test('an amount breaks at its space only, also in a column that was dragged narrow, and is whole in a dense row', async () => {
  const lead = { fullName: 'Meera Nair', phone: '+91 98765 43211', productName: 'Tea', quantity: 1 };
  for (const amount of [
    { orderId: 'SMALL-INR', currency: 'INR', price: 99_999_999 },
    { orderId: 'SMALL-AED', currency: 'AED', price: 12_345 },
  ])
    await callApi(stage.url, stage.people.admin, 'POST', '/leads', { ...lead, ...amount });
  const page = await stage.signedIn(stage.people.admin, '/leads');
  const linesOf = (amount: string) =>
    page.getByRole('cell', { name: amount, exact: true }).evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
  const expectWhole = async () => {
    expect(await linesOf('₹99,999,999.00')).toBe(1);
    expect(await linesOf('AED 12,345.00')).toBeLessThanOrEqual(2);
  };
  await expectWhole();
  const edge = await boxOf(page.locator('[data-edge=amount]'));
  await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
  await page.mouse.down();
  await page.mouse.move(edge.x - 60, edge.y + edge.height / 2, { steps: 3 });
  await page.mouse.up();
  await expectWhole();
  await page.getByRole('button', { name: 'Dense rows' }).click();
  const isWhole = (amount: string) =>
    page
      .getByRole('cell', { name: amount, exact: true })
      .evaluate((cell) => cell.scrollWidth <= cell.clientWidth);
  await expect.poll(() => isWhole('AED 12,345.00')).toBe(true);
  expect(await isWhole('₹99,999,999.00')).toBe(true);
  await page.close();
});

test('a visitor sees where the plans will be while they load', async () => {
  const page = await stage.openWindow();
  const release = await hold(page, /\/api\/auth\/get-plans/);
  await page.goto('/');
  await page.getByRole('status', { name: 'Loading plans' }).waitFor();
  release();
  await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor();
});

test('a page of one entity that loads or does not exist has its name in the tab and as its heading', async () => {
  const page = await stage.signedIn(stage.people.admin, '/no-such-page');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  for (const [list, noun, rest] of [
    ['/leads', 'Lead', ''],
    ['/leads', 'Lead', '/edit'],
    ['/postbacks', 'Postback', '/edit'],
  ] as const) {
    const id = crypto.randomUUID();
    const send = await hold(page, new RegExp(`/api${list}/${id}`));
    await page.goto(`${list}/${id}${rest}`);
    await heading(noun).waitFor();
    await expect.poll(() => page.title()).toBe(`${noun} · Lead Management System`);
    send();
    await heading(`${noun} not found`).waitFor();
    await expect.poll(() => page.title()).toBe(`${noun} not found · Lead Management System`);
  }
  await page.context().close();
});

test('the account settings have their heading while the account loads', async () => {
  const page = await stage.signedIn(stage.people.admin, '/no-such-page');
  const send = await hold(page, /\/api\/users\/[-0-9a-f]{36}/);
  await page.goto('/profile');
  await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor();
  expect(await page.getByRole('tab', { name: 'Profile' }).count()).toBe(0);
  send();
  await page.getByRole('tab', { name: 'Profile' }).waitFor();
  await page.context().close();
});

test('the dashboard of a super admin has its name in the tab and as its heading while its code loads', async () => {
  const page = await stage.signedIn(SUPER, '/no-such-page');
  const send = await hold(page, /PlatformDashboard[^/]*\.js/);
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe('Dashboard · Lead Management System');
  expect(await page.getByRole('button', { name: 'Refresh' }).count()).toBe(0);
  send();
  await page.getByRole('button', { name: 'Refresh' }).waitFor();
  await page.context().close();
});

test('a page of one entity that fails to load has a heading, and is tried again by hand', async () => {
  const page = await stage.signedIn(stage.people.admin, '/no-such-page');
  const id = crypto.randomUUID();
  const address = new RegExp(`/api/leads/${id}`);
  await page.route(address, (route) => route.fulfill({ status: 500, json: { success: false } }));
  await page.goto(`/leads/${id}`);
  await page.getByRole('alert').getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe('Lead · Lead Management System');
  await page.unroute(address);
  await tryAgain(page.getByRole('alert'), page.getByRole('heading', { level: 1, name: 'Lead not found' }));
  await page.context().close();
});
