import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { loseAnswers } from './lose-answers.ts';
import { SUPER } from './people.ts';
import { openStage, type Stage } from './stage.ts';

/** Two super admins who change the same plan, subscription or organisation. */
let stage: Stage;
let one: Page;
let other: Page;
beforeAll(async () => {
  stage = await openStage({ leads: 0 });
  one = await stage.signedIn(SUPER, '/plans-management');
  other = await stage.signedIn(SUPER, '/plans-management');
});

const dialogOf = (page: Page) => page.getByRole('dialog');
const closed = (page: Page) => dialogOf(page).waitFor({ state: 'detached' });

async function openRows(path: string) {
  const search = `?search=${encodeURIComponent(stage.people.admin)}`;
  await one.goto(path + search);
  await other.goto(path + search);
}

async function act(page: Page, name: string) {
  await page.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('an edit of a plan meets that of another super admin: it is reloaded, and what was typed stays', async () => {
  await one.getByRole('button', { name: 'Add Plan' }).click();
  await dialogOf(one).getByLabel('Name').fill('Contested');
  await dialogOf(one).getByLabel('Price').fill('12');
  await dialogOf(one).getByRole('button', { name: 'Create Plan' }).click();
  await closed(one);
  for (const page of [one, other]) await page.getByRole('button', { name: 'Edit plan Contested' }).click();
  await dialogOf(one).getByLabel('Description').fill('For many calls');
  await dialogOf(other).getByLabel('Price').fill('15');
  await dialogOf(other).getByRole('button', { name: 'Update Plan' }).click();
  await closed(other);
  await dialogOf(one)
    .getByText('Another user has changed this plan. Reload it to continue; your own changes are kept.')
    .waitFor();
  await dialogOf(one).getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => dialogOf(one).getByLabel('Price').inputValue()).toBe('15.00');
  expect(await dialogOf(one).getByLabel('Description').inputValue()).toBe('For many calls');
  await dialogOf(one).getByRole('button', { name: 'Update Plan' }).click();
  await closed(one);
  const card = one.getByRole('article', { name: 'Contested' });
  await card.getByText('For many calls').waitFor();
  await card.getByText('$15.00').waitFor();
});

test('an edit of a plan whose answer was lost is no change of another super admin', async () => {
  await loseAnswers(one, /\/super-admin\/plans\/[^/]+$/);
  await one.getByRole('button', { name: 'Edit plan Contested' }).click();
  const dialog = dialogOf(one);
  await dialog.getByLabel('Price').fill('16');
  await dialog.getByRole('button', { name: 'Update Plan' }).click();
  await dialog.getByText('Failed to save plan. Please try again.').waitFor();
  // The page below the dialog has read the edit.
  await one.getByText('$16.00').waitFor();
  await one.unrouteAll({ behavior: 'wait' });
  await dialog.getByLabel('Description').fill('For more calls');
  await dialog.getByRole('button', { name: 'Update Plan' }).click();
  await closed(one);
  await one.getByRole('article', { name: 'Contested' }).getByText('For more calls').waitFor();
});

test('a change of a subscription that met another one says how it is now, and can be sent again', async () => {
  await openRows('/subscription-management');
  await act(one, 'Extend Subscription');
  await act(other, 'Extend Subscription');
  await dialogOf(other).getByLabel('Extension Type').selectOption('years');
  const end = (await dialogOf(other).getByRole('definition').nth(1).textContent()) ?? '';
  await dialogOf(other).getByRole('button', { name: 'Extend Subscription' }).click();
  await closed(other);
  const dialog = dialogOf(one);
  await dialog.getByRole('button', { name: 'Extend Subscription' }).click();
  await dialog.getByText('This was changed by somebody else meanwhile. Please look again.').waitFor();
  await dialog.getByText(`It is Active now, until ${end}.`).waitFor();
  // The preview counts from the present end.
  expect(await dialog.getByRole('definition').first().textContent()).toBe(end);
  const preview = (await dialog.getByRole('definition').nth(1).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Extend Subscription' }).click();
  await closed(one);
  await one.getByRole('row').getByText(preview, { exact: true }).waitFor();
});

test('a cancellation that met another one keeps its reason, and says why it is not possible any more', async () => {
  await act(one, 'Cancel');
  await dialogOf(one).getByLabel('Reason').fill('Asked by phone');
  await act(other, 'Cancel');
  await dialogOf(other).getByRole('button', { name: 'Cancel Subscription' }).click();
  await closed(other);
  const dialog = dialogOf(one);
  const submit = dialog.getByRole('button', { name: 'Cancel Subscription' });
  await submit.click();
  await dialog.getByText(/^It is Cancelled now, until /).waitFor();
  await submit.click();
  await dialog.getByText('Only an active subscription can be cancelled').waitFor();
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('Asked by phone');
  await one.keyboard.press('Escape');
});

test('a suspension is sent although something else of the organisation has changed', async () => {
  await openRows('/organizations');
  await act(one, 'Suspend');
  await dialogOf(one).getByLabel('Reason').fill('Not paid');
  await act(other, 'Rename Organization');
  await dialogOf(other).getByLabel('Organization Name').fill(`${stage.organisation} 2`);
  await dialogOf(other).getByRole('button', { name: 'Rename' }).click();
  await closed(other);
  await dialogOf(one).getByRole('button', { name: 'Suspend' }).click();
  await closed(one);
  await one.getByRole('row').getByText('Suspended').waitFor();
});

test('the second of two suspensions is refused, because its reason would be lost', async () => {
  await act(other, 'Reactivate');
  await other.getByRole('alertdialog').getByRole('button', { name: 'Reactivate' }).click();
  await other.getByRole('row').getByText('Active').waitFor();
  for (const page of [one, other]) {
    await page.getByRole('row').getByText('Active').waitFor();
    await act(page, 'Suspend');
    await dialogOf(page).getByLabel('Reason').fill('Not paid');
  }
  await dialogOf(other).getByRole('button', { name: 'Suspend' }).click();
  await closed(other);
  await dialogOf(one).getByRole('button', { name: 'Suspend' }).click();
  await dialogOf(one).getByText('This was changed by somebody else meanwhile. Please look again.').waitFor();
});
