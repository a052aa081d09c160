import { type Product, startProduct } from '@crm/platform/test/product.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { axeIn } from './accessibility/checks.ts';
import { mailsTo } from './api/payments.ts';
import { loseAnswers } from './lose-answers.ts';
import { fillSignIn } from './people.ts';
import { type Stage, stageOn } from './stage.ts';

/** An empty product, from the link of its first start to the first lead: each user does what the screens ask for. */
let product: Product;
let stage: Stage;
let page: Page;
let link: string;

const ADMIN = 'meera@sunrise.test';
const PASSWORD = 'a password of the first';

beforeAll(async () => {
  product = await startProduct({ demoLeads: null });
  stage = await stageOn(product.url);
  page = await stage.openWindow();
  link = await vi.waitFor(() => found(/^Create the super admin at (\S+)$/m, product.printed()));
});
afterAll(() => product?.remove());

/** The first group of a pattern in a text. @throws if it does not match */
function found(pattern: RegExp, text: string): string {
  const [, group] = pattern.exec(text) ?? [];
  if (group === undefined) throw new Error(`No ${pattern} in: ${text}`);
  return group;
}

async function fillSetup(form: Page, username: string) {
  await form.getByLabel('Full Name').fill('Asha Rao');
  await form.getByLabel('Email').fill(`${username}@crm.test`);
  await form.getByLabel('Username').fill(username);
  await form.getByLabel(/^Password/).fill(PASSWORD);
  await form.getByLabel('Confirm Password').fill(PASSWORD);
}

async function signIn(email: string) {
  await fillSignIn(page, email, PASSWORD);
  await page.waitForURL('**/dashboard');
}

test('the link of the first start creates the super admin, also when its answer is lost, and only once', async () => {
  await page.goto(link);
  await fillSetup(page, 'root');
  await loseAnswers(page, '**/api/auth/setup', { times: 1 });
  await page.getByRole('button', { name: 'Create super admin' }).click();
  await page.waitForURL('**/login');
  await signIn('root@crm.test');

  const another = await stage.openWindow();
  await another.goto(link);
  await fillSetup(another, 'another');
  await another.getByRole('button', { name: 'Create super admin' }).click();
  await another.getByText('This link was used already. Please sign in.').waitFor();
  await another.getByRole('link', { name: 'Back to sign in' }).click();
  await another.waitForURL('**/login');
  await another.close();
});

test('the dashboard of the super admin leads to a plan and an organisation, and then says no more', async () => {
  const steps = page.getByRole('region', { name: 'First Steps' });
  const done = () => steps.getByRole('listitem').filter({ hasText: 'Done:' }).count();
  await steps.waitFor();
  expect(await done()).toBe(0);
  expect(await axeIn(page, 'html')).toEqual([]);

  await steps.getByRole('link', { name: 'Add a plan' }).click();
  await page.getByRole('button', { name: 'Add Plan' }).click();
  const plan = page.getByRole('dialog');
  await plan.getByLabel('Name').fill('Starter');
  await plan.getByLabel('Price').fill('49');
  await plan.getByRole('button', { name: 'Create Plan' }).click();
  await page.getByText('Plan Starter created').waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect.poll(done).toBe(1);

  await steps.getByRole('link', { name: 'Add an organization' }).click();
  await page.getByRole('button', { name: 'Add Organization' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Organization Name').fill('Sunrise Sales');
  await dialog.getByLabel('Username').fill('meera');
  await dialog.getByLabel('Full Name of the Admin').fill('Meera Nair');
  await dialog.getByLabel('Email').fill(ADMIN);
  await dialog.getByRole('button', { name: 'Add Organization' }).click();
  await page.getByRole('row').filter({ hasText: 'Sunrise Sales' }).waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  // The steps are not shown before the figures are read, either.
  await page.getByRole('definition').filter({ hasText: /^1$/ }).waitFor();
  await expect.poll(() => steps.count()).toBe(0);
});

test('the admin of the new organisation chooses a password with the mailed link', async () => {
  const mailed = await vi.waitFor(() =>
    found(/(http:\/\/\S+\/reset-password#[\w-]{43})/, mailsTo(product.dataDir, ADMIN).join('\n')),
  );
  page = await stage.openWindow();
  await page.goto(mailed);
  await page.getByLabel(/^New password/).fill(PASSWORD);
  await page.getByLabel('Confirm new password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Password set. Please sign in with it.').waitFor();
  await signIn(ADMIN);
});

test('the dashboard of the new organisation leads to an offer, an operator and a lead, and then says no more', async () => {
  const steps = page.getByRole('region', { name: 'First Steps' });
  const done = () => steps.getByRole('listitem').filter({ hasText: 'Done:' }).count();
  const back = () => page.getByRole('link', { name: 'Dashboard' }).click();
  await steps.waitFor();
  expect(await done()).toBe(0);
  expect(await axeIn(page, 'html')).toEqual([]);

  await steps.getByRole('link', { name: 'Add an offer' }).click();
  await page.getByLabel('Offer Name').fill('Knee oil');
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('Price').fill('49.90');
  await page.getByRole('button', { name: 'Create Offer' }).click();
  await page.getByRole('heading', { name: 'Knee oil' }).waitFor();
  await back();
  await expect.poll(done).toBe(1);

  await steps.getByRole('link', { name: 'Add an operator' }).click();
  await page.getByLabel('Username').fill('rohit');
  await page.getByLabel('Full Name').fill('Rohit Verma');
  await page.getByLabel('Email').fill('rohit@sunrise.test');
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create User' }).click();
  await page.getByRole('heading', { name: 'Rohit Verma' }).waitFor();
  await back();
  await expect.poll(done).toBe(2);

  await steps.getByRole('link', { name: 'add one by hand' }).click();
  await page.getByLabel('Full Name').fill('Asha Pillai');
  await page.getByLabel('Phone').first().fill('+91 98765 43210');
  await page.getByLabel('Product Name').fill('Knee oil');
  await page.getByLabel('Price').fill('49.90');
  await page.getByRole('button', { name: 'Create Lead' }).click();
  await page.getByRole('heading', { name: /^Order / }).waitFor();
  await back();
  // The steps are not shown before the figures are read, either.
  await page.getByRole('link', { name: /^This Month's Leads\s*1$/ }).waitFor();
  expect(await steps.count()).toBe(0);
});
