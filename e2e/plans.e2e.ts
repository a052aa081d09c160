import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { closeDialog } from './close-dialog.ts';
import { dismiss } from './dismiss.ts';
import { hold } from './hold.ts';
import { SUPER } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { tryAgain } from './try-again.ts';

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 0 });
  page = await stage.signedIn(SUPER, '/plans-management');
});

const card = (name: string) => page.getByRole('article', { name, exact: true });

test('a super admin creates, finds, edits and deletes a plan by keyboard, and visitors see it', async () => {
  await card('Starter').waitFor();
  // Three features and how many more there are.
  await card('Growth').getByText('+2 more').waitFor();

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Plan' }).click();
  await dialog.getByText('Name and price are required').first().waitFor();
  expect(await dialog.getByRole('button', { name: 'Remove feature 1' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Name').fill('Weekend');
  await dialog.getByLabel('Price').fill('19.5');
  await dialog.getByLabel('Billing Cycle').selectOption('weekly');
  await dialog.getByLabel('Leads per billing period').fill('300');
  await dialog.getByLabel('Feature 1', { exact: true }).fill('Saturday support');
  await dialog.getByRole('button', { name: 'Add feature' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Plan Weekend created').waitFor();
  await card('Weekend').getByText('$19.50').waitFor();
  await card('Weekend').getByText('300 leads a week').waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('saturday');
  await page.waitForURL(/search=saturday/);
  await card('Starter').waitFor({ state: 'detached' });
  await page.getByLabel('Search plans').blur();

  const visitor = await stage.openWindow();
  await visitor.goto('/');
  await visitor.getByRole('heading', { name: 'Choose Your Plan' }).waitFor();
  await visitor.getByRole('heading', { name: 'Weekend' }).waitFor();
  await visitor.getByText('Most Popular').waitFor();

  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await dialog.getByText('Subscribers keep the terms that they bought until they renew.').waitFor();
  await dialog.getByLabel('Price').fill('21');
  await dialog.getByLabel('Active').uncheck();
  await dialog.getByRole('button', { name: 'Update Plan' }).click();
  await card('Weekend').getByText('$21.00').waitFor();
  await card('Weekend').getByText('Edition 2').waitFor();
  await visitor.reload();
  await visitor.getByRole('heading', { name: 'Starter' }).waitFor();
  expect(await visitor.getByRole('heading', { name: 'Weekend' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Delete plan Weekend' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await card('Weekend').waitFor({ state: 'detached' });
  await page.getByText('No plans found').waitFor();
});

const Created = z.object({ plan: z.object({ _id: z.string() }) });

test('a draft brings back what was typed, and nothing that a colleague has changed since', async () => {
  const colleague = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    callApi(stage.url, SUPER, method, `/super-admin/plans${path}`, body);
  const { plan } = Created.parse(await colleague('POST', '', { name: 'Season', price: 49, isActive: false }));
  await page.goto('/plans-management');
  const dialog = page.getByRole('dialog');
  const edit = async () => {
    await card('Season').getByRole('button', { name: 'Edit plan Season' }).click();
    await dialog.getByLabel('Description').waitFor();
  };
  await edit();
  await dialog.getByLabel('Description').fill('Ends in May');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await colleague('PUT', `/${plan._id}`, { price: 59 });
  await card('Season').getByText('$59.00').waitFor();
  await edit();
  await dialog.getByText('Restored what you typed before').waitFor();
  expect(await dialog.getByLabel('Description').inputValue()).toBe('Ends in May');
  expect(await dialog.getByLabel('Price').inputValue()).toMatch(/^59/);
  await dialog.getByRole('button', { name: 'Update Plan' }).click();
  await card('Season').getByText('Ends in May').waitFor();
  await card('Season').getByText('$59.00').waitFor();

  // Of two at once, the second edit is refused; what was typed comes back in the next dialog.
  await edit();
  await dialog.getByLabel('Description').fill('Ends in June');
  await dialog.getByLabel('Price').fill('69');
  // The page does not learn of it before it sends its own: the button would be disabled.
  const readPlans = await hold(page, /\/super-admin\/plans(\?|$)/);
  await colleague('PUT', `/${plan._id}`, { price: 79 });
  await dialog.getByRole('button', { name: 'Update Plan' }).click();
  readPlans();
  await dialog.getByText('Another user has changed this plan.').waitFor();
  await closeDialog(page);
  await card('Season').getByText('$79.00').waitFor();
  await edit();
  expect(await dialog.getByLabel('Description').inputValue()).toBe('Ends in June');
  await dialog.getByRole('button', { name: 'Update Plan' }).click();
  await card('Season').getByText('Ends in June').waitFor();
  await card('Season').getByText('$69.00').waitFor();
  await colleague('DELETE', `/${plan._id}`);
});

test('a failed load has a red banner, which can be dismissed, and a failed save another', async () => {
  const plans = '**/api/super-admin/plans**';
  await page.route(plans, (route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'The plans are away' } }),
  );
  await page.goto('/plans-management');
  const banner = page.getByRole('alert').filter({ hasText: 'The plans are away' });
  await dismiss(banner);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await banner.waitFor();
  await page.unroute(plans);
  await tryAgain(page, card('Starter'));
  await banner.waitFor({ state: 'detached' });

  await card('Starter').getByRole('button', { name: 'Edit plan Starter' }).click();
  const dialog = page.getByRole('dialog');
  // On a phone the form is longer than the screen.
  await page.setViewportSize({ width: 390, height: 600 });
  await dialog.getByLabel('Price').fill('31');
  await page.route(plans, (route) =>
    route.fulfill({ status: 409, json: { success: false, message: 'The plan is being sold' } }),
  );
  await dialog.getByRole('button', { name: 'Update Plan' }).click();
  const refusal = dialog.getByRole('alert').filter({ hasText: 'The plan is being sold' });
  await refusal.waitFor();
  // A click would scroll to it first.
  expect(await isOnScreen(refusal)).toBe(true);
  await refusal.getByRole('button', { name: 'Dismiss' }).click();
  await refusal.waitFor({ state: 'detached' });
  await page.unroute(plans);
});

/** Whether the user sees the middle of the element, without a scroll. */
async function isOnScreen(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    return shown.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}
