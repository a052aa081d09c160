import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { closeDialog } from './close-dialog.ts';
import { dismiss } from './dismiss.ts';
import { SUPER } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { tryAgain } from './try-again.ts';

let stage: Stage;
let page: Page;
let row: Locator;

beforeAll(async () => {
  stage = await openStage({ leads: 0 });
  page = await stage.signedIn(SUPER, '/subscription-management');
  row = page.getByRole('row').filter({ hasText: stage.people.admin });
});

const act = async (name: string) => {
  await row.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name }).click();
};
const dialog = () => page.getByRole('dialog');

test('a super admin finds, extends, cancels and renews a subscription, and sees changes of others live', async () => {
  await page.getByText('Monitor and manage all user subscriptions and payments').waitFor();
  await page
    .getByPlaceholder('Search by user name, email, or plan...')
    .fill(stage.people.admin.toUpperCase());
  await page.waitForURL(/search=/);
  await expect.poll(() => page.getByRole('row').filter({ hasText: '@' }).count()).toBe(1);
  await row.getByText('Growth').waitFor();
  await row.getByText('Active').waitFor();
  expect(Number(await row.getByRole('cell').nth(5).textContent())).toBeGreaterThan(300);

  // Each plan, also one without a subscriber.
  await page.getByLabel('Plan').getByRole('option', { name: 'Scale' }).waitFor({ state: 'attached' });

  const other = await stage.signedIn(SUPER, page.url());
  const otherRow = other.getByRole('row').filter({ hasText: stage.people.admin });
  await otherRow.waitFor();

  // Its preview is the new end; nothing can be sent without a period.
  await page.getByLabel('Search subscriptions').blur();
  await page.keyboard.press('j');
  await page.keyboard.press('L');
  await dialog().getByLabel('Extension Period').fill('');
  expect(await dialog().getByRole('button', { name: 'Extend Subscription' }).isDisabled()).toBe(true);
  await dialog().getByLabel('Extension Period').fill('2');
  await dialog().getByLabel('Extension Type').selectOption('years');
  const preview = await dialog().getByRole('definition').nth(1).textContent();
  await dialog().getByRole('button', { name: 'Extend Subscription' }).click();
  await row.getByText(preview ?? '', { exact: true }).waitFor();
  await otherRow.getByText(preview ?? '', { exact: true }).waitFor();

  await act('Extend Subscription');
  await dialog().getByLabel('Extension Period').fill('1200');
  await dialog().getByLabel('Extension Type').selectOption('years');
  // Before it is sent, and without a preview of an end that would be refused.
  await dialog().getByText('A subscription can end in 2099 at the latest').waitFor();
  expect(await dialog().getByRole('definition').nth(1).textContent()).toBe('—');
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/extend'));
  await page.keyboard.press('Control+Enter');
  expect((await refused).ok()).toBe(false);
  await dialog().getByText('A subscription can end in 2099 at the latest').waitFor();
  await closeDialog(page);

  const admin = await stage.signedIn(stage.people.admin, '/offers/new');
  await admin.getByLabel('Name').fill('Unsaved offer');
  await act('Cancel');
  await dialog().getByLabel('End it now').check();
  await dialog().getByText('The subscription ends now.').waitFor();
  await dialog().getByLabel('Reason').fill('Closed');
  // Closed before it was sent: the reason comes back.
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await act('Cancel');
  await dialog().getByText('Restored what you typed before').waitFor();
  await dialog().getByRole('button', { name: 'Cancel Subscription' }).click();
  await row.getByText('Cancelled').waitFor();
  await otherRow.getByText('Cancelled').waitFor();
  expect(await row.getByRole('cell').nth(5).textContent()).toBe('-');

  // The block covers the admin's page until the renewal; what was typed there is kept.
  const block = admin.getByRole('alertdialog', { name: 'Subscription Expired' });
  await block.getByText(/^Your subscription expired on .+\. Please renew to continue\.$/).waitFor();
  await admin.getByText('Please resolve subscription issue to continue...').waitFor();
  await block.getByRole('button', { name: 'Logout' }).waitFor();
  await block.getByRole('button', { name: 'Renew Subscription' }).waitFor();
  await admin.keyboard.press('Escape');
  expect(await block.isVisible()).toBe(true);

  await act('Renew');
  await dialog().getByRole('button', { name: 'Renew' }).click();
  await row.getByText('Active').waitFor();
  await block.waitFor({ state: 'detached' });
  expect(await admin.getByLabel('Name').inputValue()).toBe('Unsaved offer');

  await act('Update Status');
  expect(await dialog().getByLabel('Status').inputValue()).toBe('active');
  await dialog().getByLabel('Status').selectOption('pending');
  await dialog().getByRole('button', { name: 'Update Status' }).click();
  await row.getByText('Pending').waitFor();

  await act('View Details');
  await dialog().getByText('Payment Information').waitFor({ state: 'detached' });
  await dialog().getByText('N/A').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Status').selectOption('Expired');
  await page.getByText('No subscriptions found').waitFor();
  await page.getByText('Try adjusting your filters').waitFor();
});

test('the list shows the end date that was entered, whatever the time zone', async () => {
  const year = new Date().getUTCFullYear() + 5;
  const path = `/subscription-management?search=${encodeURIComponent(stage.people.admin)}`;
  const kolkata = await stage.signedIn(SUPER, path, { timezoneId: 'Asia/Kolkata' });
  await kolkata.getByRole('button', { name: /^Actions of/ }).click();
  await kolkata.getByRole('menuitem', { name: 'Update Status' }).click();
  await kolkata.getByRole('dialog').getByLabel('End Date').fill(`${year}-03-31`);
  await kolkata.keyboard.press('Control+Enter');
  await kolkata.getByRole('dialog').waitFor({ state: 'detached' });
  await kolkata.getByRole('row').getByText(`Mar 31, ${year}`, { exact: true }).waitFor();
});

test('an end date that was not typed to its end is refused at its field', async () => {
  await page.goto(`/subscription-management?search=${encodeURIComponent(stage.people.admin)}`);
  await act('Update Status');
  await dialog().getByLabel('End Date (optional)').press('1');
  await dialog().getByRole('button', { name: 'Update Status' }).click();
  await dialog().getByText('This is not complete: finish it, or leave it empty').waitFor();
  await page.keyboard.press('Escape');
});

test('a failed load has a red banner, which can be dismissed', async () => {
  const subscribers = '**/api/super-admin/subscribers/**';
  await page.route(subscribers, (route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'The subscriptions are away' } }),
  );
  await page.goto('/subscription-management');
  const banner = page.getByRole('alert').filter({ hasText: 'The subscriptions are away' });
  await dismiss(banner);
  await page.unroute(subscribers);
  await tryAgain(page, row);
});
