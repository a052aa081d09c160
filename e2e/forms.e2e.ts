import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './stage.ts';

/** An error stands beside its field with the agreed text, whether the browser or the server found it. */
let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 5 });
  page = await stage.signedIn(stage.people.admin, '/leads/new');
});

afterAll(async () => {
  await stage?.close();
});

/** What a screen reader says of a field beside its name: its error. */
async function errorOf(label: string): Promise<string | null> {
  const field = page.getByLabel(label, { exact: false }).first();
  const describedBy = (await field.getAttribute('aria-describedby')) ?? '';
  const texts = await Promise.all(
    describedBy
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => page.locator(`[id="${id}"]`).textContent()),
  );
  return texts.join(' ');
}

test('a lead form sent empty names what is required', async () => {
  await page.getByRole('button', { name: 'Create Lead' }).click();
  await expect.poll(() => errorOf('Full Name')).toContain('This field is required');
  expect(await errorOf('Phone')).toContain('This field is required');
  expect(await errorOf('Product Name')).toContain('This field is required');
});

test('a wrong phone and email are told so', async () => {
  await page.getByLabel('Phone', { exact: false }).first().fill('12ab');
  await page.getByLabel('Email', { exact: false }).first().fill('not an email');
  await page.getByRole('button', { name: 'Create Lead' }).click();
  await expect.poll(() => errorOf('Phone')).toContain('Please enter a valid phone number');
  expect(await errorOf('Email')).toContain('Please enter a valid email address');
});

test('a user whose email is taken is told beside the email, by the server', async () => {
  await page.goto('/users/new');
  await page.getByLabel('Username').fill('someone.new');
  await page.getByLabel('Full Name').fill('Someone New');
  await page.getByLabel('Email').fill(stage.people.operator);
  await page.getByLabel('Password *', { exact: true }).fill('long enough');
  await page.getByLabel('Confirm Password').fill('long enough');
  await page.getByRole('button', { name: /Create User/ }).click();
  await expect.poll(() => errorOf('Email')).toContain('This email is already in use');
});

test('passwords that differ are told so', async () => {
  await page.getByLabel('Confirm Password').fill('something else');
  await page.getByRole('button', { name: /Create User/ }).click();
  await expect.poll(() => errorOf('Confirm Password')).toContain('Passwords do not match');
});

test('an offer without a name, a category and a price is told all three', async () => {
  await page.goto('/offers/new');
  await page.getByRole('button', { name: /Create Offer/ }).click();
  await page.getByText('Offer name is required').waitFor();
  await page.getByText('Category is required').waitFor();
  await page.getByText('Price is required').waitFor();
});
