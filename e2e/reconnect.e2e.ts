import { type Product, startProduct } from '@crm/platform/test/product.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { postLead } from './partner.ts';
import { ADMIN, OPERATOR, signedIn } from './people.ts';

/** The server goes away under open pages, and comes back: so do they, and catch up. */
let product: Product;
let browser: Browser;
let admin: Page;
let operator: Page;

beforeAll(async () => {
  product = await startProduct({ demoLeads: 10 });
  browser = await openBrowser();
  admin = await signedIn(browser, product.url, ADMIN);
  operator = await signedIn(browser, product.url, OPERATOR);
  await admin.goto('/leads');
  await operator.goto('/leads');
  await admin.getByText(/of 9 leads$/).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await product?.remove();
});

test('pages say that they are cut off, come back by themselves and catch up', async () => {
  await product.end('SIGTERM');
  await admin.getByText(/reconnecting/i).waitFor();
  await product.again();
  // Told to nobody's socket: the page has to ask for itself when it is back.
  await postLead(product.url, { orderId: 'BACK-0001', fullName: 'Omar Haddad' });
  await admin.getByText(/of 10 leads$/).waitFor({ timeout: 20_000 });
  await admin.getByText(/reconnecting/i).waitFor({ state: 'hidden', timeout: 20_000 });
});

test('live push goes on after a crash', async () => {
  await product.end('SIGKILL');
  await product.again();
  await admin.getByText(/reconnecting/i).waitFor({ state: 'hidden', timeout: 20_000 });
  await postLead(product.url, { orderId: 'BACK-0002', fullName: 'Zofia Kowalska' });
  await admin.getByText(/of 11 leads$/).waitFor({ timeout: 20_000 });
});

test('nobody had to sign in again', async () => {
  await operator.reload();
  await operator.getByRole('heading', { name: 'My Leads' }).waitFor();
});
