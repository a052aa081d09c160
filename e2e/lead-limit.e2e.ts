import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { renewOver } from './limits.ts';
import { SUPER, tokenOf } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 0 });
  const [admin, superAdmin] = [await tokenOf(stage.url, stage.people.admin), await tokenOf(stage.url, SUPER)];
  await renewOver(stage.url, { admin, superAdmin, maxLeads: 1 });
  for (const orderId of ['IN-1', 'OVER-1', 'OVER-2', 'OVER-3'])
    await stage.postLead({ orderId, fullName: 'Meera Nair' });
});

test('an admin at the lead limit sees the dialog, and deletes and erases leads that wait', async () => {
  page = await stage.signedIn(stage.people.admin, '/leads/new');
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Phone', { exact: false }).first().fill('+91 98200 11111');
  await page.getByLabel('Product Name').fill('Slim Tea');
  await page.getByLabel('Price', { exact: false }).first().fill('499');
  await page.getByRole('button', { name: 'Create Lead' }).click();
  const limit = page.getByRole('alertdialog', { name: 'Lead Limit Reached' });
  await limit.getByRole('link', { name: 'Contact Support' }).waitFor();
  await limit.getByRole('button', { name: 'Logout' }).waitFor();
  await limit.getByRole('button', { name: 'Close' }).click();
  await limit.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Asha Rao');
  await page.getByText(/^The lead limit is reached: the plan allows 1 leads? from/).waitFor();

  const refusal = { success: false, message: 'Refused', subscriptionStatus: 'error' };
  await page.route('**/api/leads', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
  await page.getByRole('button', { name: 'Create Lead' }).click();
  const unknown = page.getByRole('alertdialog', { name: 'Subscription Issue' });
  await unknown
    .getByText('There was an error verifying your subscription. Please try again.', { exact: true })
    .waitFor();
  await unknown.getByRole('button', { name: 'Try Again' }).waitFor();
  await unknown.getByRole('button', { name: 'Logout' }).waitFor();
  await unknown.getByRole('button', { name: 'Close' }).click();
  await unknown.waitFor({ state: 'hidden' });

  await visit(page, '/dashboard');
  await page.getByRole('link', { name: '3 leads wait over the limit' }).click();
  await page.getByText('Showing: 3 of 3 leads').waitFor();
  const act = async (order: string, action: string) => {
    await page.getByRole('button', { name: `Actions of ${order}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('OVER-1', 'Delete Lead');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('OVER-1', { exact: true }).waitFor({ state: 'hidden' });
  await act('OVER-2', 'Erase Personal Data');
  const erase = page.getByRole('dialog');
  await erase.getByText('The lead leaves the queue: it does not come in any more.').waitFor();
  await erase.getByLabel('Reason').fill('She asked for it');
  await erase.getByLabel('I understand that this cannot be undone').check();
  await erase.getByRole('button', { name: 'Erase' }).click();
  await page.getByText('OVER-2', { exact: true }).waitFor({ state: 'hidden' });
  await page.getByText('OVER-3', { exact: true }).waitFor();
});
