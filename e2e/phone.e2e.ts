import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { backgroundOf, DARK } from './background.ts';
import { callApi } from './call-api.ts';
import { settled } from './settled.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** On a phone: an operator processes a lead in dark mode, and no page is wider than the screen. */
let stage: Stage;
let operator: Page;
let admin: Page;

const PHONE = { width: 390, height: 844 };
const ORDER = 'PHONE-0001';

beforeAll(async () => {
  stage = await openStage({ leads: 60 });
  operator = await stage.signedIn(stage.people.operator, '/dashboard', { ...PHONE, colorScheme: 'dark' });
  admin = await stage.signedIn(stage.people.admin, '/leads', PHONE);
});

describe('an operator, in dark mode', () => {
  const card = (page: Page) => page.getByRole('listitem').filter({ hasText: ORDER });
  const dialog = () => operator.getByRole('dialog');

  test('opens the menu and chooses a page; the menu closes', async () => {
    expect(await backgroundOf(operator)).toBe(DARK);
    await operator.getByRole('button', { name: 'Open menu' }).click();
    await dialog().getByRole('link', { name: 'My Leads' }).click();
    await operator.getByRole('heading', { name: 'My Leads' }).waitFor();
    await dialog().waitFor({ state: 'hidden' });
  });

  test('gets a lead from an admin, who also uses a phone', async () => {
    await stage.postLead({ orderId: ORDER, fullName: 'Meera Nair' });
    await visit(admin, '/leads');
    await card(admin)
      .getByRole('button', { name: /^Unassigned: Assign/ })
      .click();
    const assign = admin.getByRole('dialog');
    await assign.getByLabel('Operator').selectOption({ label: 'Rohit Verma' });
    await assign.getByRole('button', { name: 'Assign' }).click();
    await card(operator).waitFor();
  });

  test('calls with the first button of a card, and copies the number, both 44 px high', async () => {
    const NUMBER = '+91 98765 43210';
    const call = card(operator).getByRole('link', { name: `Call ${NUMBER}` });
    expect(await call.getAttribute('href')).toBe('tel:+919876543210');
    const actions = card(operator).locator('a:not([href^="/leads"]), button');
    expect(await actions.first().getAttribute('href')).toBe('tel:+919876543210');
    const onCard = card(operator).getByRole('button', { name: `Copy ${NUMBER}` });
    for (const target of [call, onCard]) expect((await target.boundingBox())?.height).toBe(44);
    await card(operator).getByRole('link', { name: ORDER }).click();
    const customer = operator.getByRole('region', { name: 'Customer' });
    for (const target of [
      customer.getByRole('link', { name: `Call ${NUMBER}` }),
      customer.getByRole('button', { name: `Copy ${NUMBER}` }),
    ])
      expect(await target.boundingBox()).toMatchObject({ width: 44, height: 44 });
    await operator.goBack();
  });

  test('comments the result of a call', async () => {
    await card(operator)
      .getByRole('button', { name: /^Add Comment/ })
      .click();
    await dialog().getByLabel('Connection Status').selectOption('Connected');
    await dialog().getByLabel('Reason').selectOption('Order Placed');
    await dialog().getByText('Connected - Order Placed').waitFor();
    expect(await tooWide(operator)).toBeLessThanOrEqual(0);
    await dialog().getByRole('button', { name: 'Add Comment' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await card(operator).getByText('Connected - Order Placed').waitFor();
  });

  test('requests another status', async () => {
    await card(operator)
      .getByRole('button', { name: /Request Status Change/ })
      .click();
    await dialog().getByText('Approved', { exact: true }).click();
    await dialog().getByLabel('Comment').fill('Pays on delivery');
    expect(await tooWide(operator)).toBeLessThanOrEqual(0);
    await dialog().getByRole('button', { name: 'Request Status Change' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await card(operator).getByText('Pending: approved').last().waitFor();
  });
});

describe('every page has a title and does not scroll horizontally', () => {
  test('of an operator', async () => {
    const lead = `/leads/${await firstOf(stage.people.operator, '/operator/leads')}`;
    await fits(operator, ['/dashboard', '/leads', lead, `${lead}?tab=activity`, `${lead}/edit`, '/users']);
  });

  test('of an admin', async () => {
    const [lead, user, offer] = await Promise.all(
      ['/leads', '/users', '/offers'].map(
        async (list) => `${list}/${await firstOf(stage.people.admin, list)}`,
      ),
    );
    await fits(admin, [
      ...['/dashboard', '/leads', '/leads/new', `${lead}`, `${lead}?tab=activity`, `${lead}/edit`],
      ...['/users', '/users/new', `${user}`, `${user}?tab=activity`, `${user}/edit`],
      ...['/offers', '/offers/new', `${offer}`, `${offer}?tab=analytics`, `${offer}/edit`],
      ...['/approvals', '/work', '/reports', '/audit-history', '/profile', '/profile?tab=organization'],
    ]);
  });

  test('of the public ones', async () => {
    await fits(await stage.openWindow(PHONE), ['/', '/login', '/no-such-page']);
  });
});

/** Opens each page, checks its tab's title, and measures it, light and dark. */
async function fits(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await visit(page, path);
    await settled(page);
    // A page names itself in its tab; the landing page is the product itself.
    if (path !== '/')
      await expect.poll(() => page.title(), { message: path }).toMatch(/^.+ · Lead Management System$/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await tooWide(page), `${path}, ${colorScheme}`).toBeLessThanOrEqual(0);
    }
  }
}

/** How much wider than the screen a page or its scrolled part is, in px. */
function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    const inside = main ? main.scrollWidth - main.clientWidth : 0;
    return Math.max(document.documentElement.scrollWidth - innerWidth, inside);
  });
}

const First = z.tuple([z.object({ _id: z.string() })]);

/** The id of the first entity in a list of the user. */
async function firstOf(email: string, list: string): Promise<string> {
  return First.parse(await callApi(stage.url, email, 'GET', `${list}?limit=1`))[0]._id;
}
