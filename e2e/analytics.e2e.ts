import { createLead } from '@crm/contracts/leads/write.ts';
import { createOffer } from '@crm/contracts/offers/offers.ts';
import type { Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { callApi } from './call-api.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** The figures of one offer, and the activity of one user. */
let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 60 });
  page = await stage.signedIn(stage.people.admin, '/offers');
});

test('an offer shows leads, approved, revenue and conversion per day of the chosen range', async () => {
  await page.locator('main a[href^="/offers/"]:not([href$="/new"])').first().click();
  await page.getByRole('tab', { name: 'Analytics' }).click();
  for (const figure of ['Leads', 'Approved', 'Revenue', 'Conversion'])
    await page.getByRole('img', { name: `${figure} per day` }).waitFor();
  const axis = page.getByRole('region', { name: 'Conversion' }).locator('svg text');
  await axis.getByText(/^0%$/).waitFor();
  await page.getByLabel('Time range').selectOption('last_month');
  await page.waitForURL('**range=last_month');
  await page.getByText('Show the days as a table').click();
  await page.getByRole('columnheader', { name: 'Conversion' }).waitFor();
});

test('an offer shows the revenue of each currency that its leads are in', async () => {
  const call = (method: 'POST' | 'PUT', path: string, body: object) =>
    callApi(stage.url, stage.people.admin, method, path, body);
  const { offer } = createOffer.data.parse(
    await call('POST', '/offers', {
      name: 'Two currencies',
      category: 'other',
      price: 49.9,
      currency: 'USD',
      stockQuantity: null,
      isActive: true,
    }),
  );
  const inRupees = { price: 1500, quantity: 1, currency: 'INR', productName: 'Two currencies' };
  for (const amounts of [inRupees, { ...inRupees, price: 20, currency: 'USD' }]) {
    const { lead } = createLead.data.parse(
      await call('POST', '/leads', {
        fullName: 'Asha Rao',
        phone: '+91 98765 43210',
        offer: offer._id,
        ...amounts,
      }),
    );
    await call('PUT', `/leads/${lead._id}`, { status: 'approved' });
  }
  await visit(page, `/offers/${offer._id}?tab=analytics`);
  await page.getByRole('definition').getByText('₹1,500.00 + $20.00', { exact: true }).waitFor();
  const chart = page.getByRole('region', { name: 'Revenue' });
  await chart.getByText('$20.00', { exact: true }).waitFor();
  await chart.getByText('INR', { exact: true }).click();
  await chart.getByText('₹1,500.00', { exact: true }).waitFor();
});

test('a user shows the work on leads with links to them, and the sessions', async () => {
  const operator = await stage.signedIn(stage.people.operator, '/leads');
  await operator.locator('main a[href^="/leads/"]').first().click();
  await operator.getByRole('tab', { name: 'Activity' }).click();
  await operator.getByRole('textbox').last().fill('Calls back on Monday');
  await operator.getByRole('button', { name: 'Add Comment' }).click();
  await operator.getByRole('listitem').filter({ hasText: 'Calls back on Monday' }).waitFor();
  await page.goto('/users');
  await page
    .getByRole('row')
    .filter({ hasText: stage.people.operator })
    .locator('a[href^="/users/"]')
    .first()
    .click();
  await page
    .getByRole('region', { name: 'Sessions' })
    .getByText(/Last seen/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'Activity' }).click();
  const work = page.getByRole('region', { name: 'Work on Leads' });
  await work.getByText('Calls back on Monday').waitFor();
  // A page past the end shows the last one.
  await visit(page, `${new URL(page.url()).pathname}?tab=activity&page=9`);
  await work
    .getByRole('link', { name: /^Order / })
    .first()
    .click();
  await page.getByRole('heading', { name: /^Order / }).waitFor();
});
