import { me } from '@crm/contracts/auth/auth.ts';
import { type Product, startProduct } from '@crm/platform/test/product.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stage, stageOn } from './stage.ts';
import { untilRead } from './until-read.ts';

/** The server stops and restarts under open pages; they reconnect and catch up. */
let product: Product;
let stage: Stage;
let admin: Page;
let operator: Page;

beforeAll(async () => {
  product = await startProduct({ demoLeads: 10 });
  stage = await stageOn(product.url);
  await untilRead(product.databaseUrl);
  admin = await stage.signedIn(stage.people.admin, '/leads');
  operator = await stage.signedIn(stage.people.operator, '/leads');
  await admin.getByText(/of 9 leads$/).waitFor();
});

afterAll(() => product?.remove());

test('pages show the lost connection, reconnect by themselves and catch up', async () => {
  await product.end('SIGTERM');
  await admin.getByText(/reconnecting/i).waitFor();
  await product.again();
  // No socket is connected to get this hint: the page must refetch after reconnecting.
  await stage.postLead({ orderId: 'BACK-0001', fullName: 'Omar Haddad' });
  await admin.getByText(/of 10 leads$/).waitFor();
  await admin.getByText(/reconnecting/i).waitFor({ state: 'hidden' });
});

test('live updates continue after a crash', async () => {
  await product.end('SIGKILL');
  await product.again();
  await admin.getByText(/reconnecting/i).waitFor({ state: 'hidden' });
  await stage.postLead({ orderId: 'BACK-0002', fullName: 'Zofia Kowalska' });
  await admin.getByText(/of 11 leads$/).waitFor();
});

test('code that could not be loaded while the server was away comes when it is back', async () => {
  const page = await admin.context().newPage();
  const later = /\/assets\/(?:connect|hint|popups)-/;
  await page.route(later, (route) => route.abort());
  const preloaded = page.waitForEvent('requestfailed', (request) => request.url().includes('/popups-'));
  await page.goto('/leads');
  await page.getByText(/of 11 leads$/).waitFor();
  await preloaded;
  await page.getByText(/reconnecting/i).waitFor();
  await page.unroute(later);
  await page.getByText(/reconnecting/i).waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await stage.postLead({ orderId: 'BACK-0003', fullName: 'Ines Duarte' });
  await page.getByText(/of 12 leads$/).waitFor();
  await page.close();
});

test('a page whose organisation cannot be read for now says so, stays signed in and reconnects by itself', async () => {
  const page = await admin.context().newPage();
  let isAway = true;
  // What the server answers then: on the socket (projections/live/gateway.ts) and to the page's question for its session.
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (!isAway) return void socket.connectToServer();
    socket.onMessage((message) => {
      if (String(message).startsWith('40')) socket.send('44{"message":"unavailable"}');
    });
    socket.send('0{"sid":"1","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":10000}');
  });
  await page.goto('/leads');
  await page.getByText(/of 12 leads$/).waitFor();
  const asked = page.waitForResponse((answer) => answer.url().endsWith(me.path) && answer.status() === 503);
  await page.route(`**/api${me.path}`, (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'Try again', code: 'unavailable' } }),
  );
  await page.getByText(/reconnecting/i).waitFor();
  await asked;
  isAway = false;
  await page.unroute(`**/api${me.path}`);
  await page.getByText(/reconnecting/i).waitFor({ state: 'hidden' });
  await stage.postLead({ orderId: 'BACK-0004', fullName: 'Ana Lima' });
  await page.getByText(/of 13 leads$/).waitFor();
  await page.close();
});

const offersTable = { path: '/offers', role: 'table', name: 'Offers' } as const;
const plansOnSale = { path: '/', role: 'heading', name: 'Choose Your Plan' } as const;

test.each([
  ['a page', /\/api\/offers\b/, /^Something went wrong/, offersTable],
  ['a session', /\/api\/auth\/me$/, /^The server is not answering/, offersTable],
  ['the landing page', /\/api\/auth\/get-plans/, /^Failed to load plans/, plansOnSale],
])('%s that could not be read is read again by itself', async (_, address, shown, content) => {
  const page = await admin.context().newPage();
  await page.route(address, (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'Try again', code: 'unavailable' } }),
  );
  await page.goto(content.path);
  const failure = page.getByRole('alert').filter({ hasText: shown });
  await failure.waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole(content.role, { name: content.name }).waitFor();
  await failure.waitFor({ state: 'detached' });
  await page.close();
});

test.each([
  ['script', /\/assets\/index-/],
  ['style', /\/assets\/style-/],
])('a page whose %s did not come loads again by itself', async (_, file) => {
  const page = await admin.context().newPage();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route(file, (route) => route.abort(), { times: 1 });
  await page.goto('/offers');
  await expect.poll(() => loads).toBe(2);
  await page.getByRole('table', { name: 'Offers' }).waitFor();
  await page.close();
});

/** Opens the leads list; it was loaded a while ago (console/src/app/CrashPage.tsx), and the page of offers has been replaced since. */
async function openOutdated(): Promise<Page> {
  const page = await admin.context().newPage();
  await page.goto('/leads');
  await page.getByText(/of 13 leads$/).waitFor();
  await page.route(/\/assets\/OffersPage-/, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.evaluate(() => Object.assign(performance, { now: () => 3_600_000 }));
  return page;
}

test('a page that lacks code which a newer version has replaced is loaded again, where its user goes', async () => {
  const page = await openOutdated();
  const loadedAgain = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Offers', exact: true }).click();
  await loadedAgain;
  await page.getByRole('table', { name: 'Offers' }).waitFor();
  await page.close();
});

test('a page that lacks replaced code shows that it failed when its user stays to keep unsaved changes', async () => {
  const page = await openOutdated();
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  page.on('dialog', (dialog) => dialog.dismiss());
  const asked = page.waitForEvent('dialog');
  await page.getByRole('link', { name: 'Offers', exact: true }).click();
  await asked;
  const failure = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await failure.getByRole('button', { name: 'Reload' }).waitFor();
  await page.close();
});

test('sessions survive the restarts', async () => {
  await operator.reload();
  await operator.getByRole('heading', { name: 'My Leads' }).waitFor();
});
