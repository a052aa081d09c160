import { type Product, startProduct } from '@crm/platform/test/product.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { type Stage, stageOn } from './stage.ts';

/** The server goes away under open pages, and comes back: so do they, and catch up. */
let product: Product;
let stage: Stage;
let admin: Page;
let operator: Page;

beforeAll(async () => {
  product = await startProduct({ demoLeads: 10 });
  stage = await stageOn(product.url);
  admin = await stage.signedIn(stage.people.admin, '/leads');
  operator = await stage.signedIn(stage.people.operator, '/leads');
  await admin.getByText(/of 9 leads$/).waitFor();
});

afterAll(async () => {
  await stage?.close();
  await product?.remove();
});

test('pages say that they are cut off, come back by themselves and catch up', async () => {
  await product.end('SIGTERM');
  await admin.getByText(/reconnecting/i).waitFor();
  await product.again();
  // Told to nobody's socket: the page has to ask for itself when it is back.
  await stage.postLead({ orderId: 'BACK-0001', fullName: 'Omar Haddad' });
  await admin.getByText(/of 10 leads$/).waitFor();
  await admin.getByText(/reconnecting/i).waitFor({ state: 'hidden' });
});

test('live push goes on after a crash', async () => {
  await product.end('SIGKILL');
  await product.again();
  await admin.getByText(/reconnecting/i).waitFor({ state: 'hidden' });
  await stage.postLead({ orderId: 'BACK-0002', fullName: 'Zofia Kowalska' });
  await admin.getByText(/of 11 leads$/).waitFor();
});

test('nobody had to sign in again', async () => {
  await operator.reload();
  await operator.getByRole('heading', { name: 'My Leads' }).waitFor();
});
