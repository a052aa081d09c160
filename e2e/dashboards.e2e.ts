import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { fetchServed } from './served.ts';
import { openStage, type Stage } from './stage.ts';
import { untilRead } from './until-read.ts';
import { visit } from './visit.ts';

/** Each figure of the dashboards is clicked, and compared with the list that it opens. */
let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 60 });
  await call(stage.people.admin, 'PUT', '/admin/settings', { timeZone: zoneOfNoon() });
  page = await stage.signedIn(stage.people.admin, '/dashboard');
});

/** A time zone in which it is noon: no day, week or month of it ends between a figure and the list behind it. */
function zoneOfNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`; // these names have the opposite sign
}

/** The first or last whole number in a text, -1 if there is none; figures below 1,000 are shown in full. */
const firstNumber = (text: string) => Number(/\d+/.exec(text)?.[0] ?? -1);
const lastNumber = (text: string) => Number(/\d+(?=\D*$)/.exec(text)?.[0] ?? -1);
const textOf = async (place: Locator) => (await place.textContent()) ?? '';

/** The number of rows that a list says it has: 'Showing: 25 of 60 leads', or '7 status changes wait for a decision'. */
async function listedCount(): Promise<number> {
  const count = page.getByText(/^Showing: \d+ of \d+|^\d+ status changes? wait/).first();
  await count.waitFor();
  return lastNumber(await textOf(count));
}

const call = (email: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  callApi(stage.url, email, method, path, body);

async function compare(link: Locator, figure: (text: string) => number) {
  const text = await textOf(link);
  await link.click();
  await page.waitForURL((url) => url.pathname !== '/dashboard');
  expect(await listedCount(), text).toBe(figure(text));
  await page.goBack();
  await page.getByRole('heading', { name: /Dashboard$/ }).waitFor();
}

test("each figure of the admin's dashboard opens a list of as many rows", async () => {
  for (const name of [
    /^Total Leads ?\d/,
    /^Today's Leads ?\d/,
    /^Active Operators ?\d/,
    /^Active Offers ?\d/,
  ]) {
    const card = page.getByRole('link', { name });
    await card.waitFor();
    await compare(card, firstNumber);
  }
  for (const name of [/^Unassigned ?\d/, /^Pending approvals ?\d/, /^Overdue ?\d/]) {
    const slice = page.getByRole('link', { name });
    if (await slice.isVisible()) await compare(slice, lastNumber);
  }
  for (const name of [/^Total Offers ?\d/, /^Total Operators ?\d/, /^This Month's Leads ?\d/]) {
    const row = page.getByRole('link', { name });
    await row.waitFor();
    await compare(row, lastNumber);
  }
  const performers = page.getByRole('region', { name: /^Top performers/ });
  for (const cell of [1, 2]) {
    const link = performers.getByRole('row').nth(1).getByRole('cell').nth(cell).getByRole('link');
    await link.waitFor();
    await compare(link, lastNumber);
  }

  await visit(page, '/dashboard?range=90d');
  await page.getByText('Show the days as a table').click();
  const day = page
    .getByRole('region', { name: /^Revenue/ })
    .getByRole('row')
    .nth(1)
    .getByRole('cell');
  const approved = firstNumber(await textOf(day.nth(1)));
  expect(approved).toBeGreaterThan(0);
  await compare(day.first().getByRole('link'), () => approved);
});

test('the range is in the URL, and a lead that arrives is counted', async () => {
  await visit(page, '/dashboard');
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('30d');
  await page.waitForURL('**/dashboard?range=30d');
  await page.getByRole('heading', { name: 'Top performers, last 30 days' }).waitFor();
  const card = page.getByRole('link', { name: /^Total Leads ?\d/ });
  const before = firstNumber(await textOf(card));
  await stage.postLead({ orderId: 'COUNTED-1', fullName: 'Kavya Rao' });
  await page.getByRole('link', { name: new RegExp(`^Total Leads ?${before + 1}\\D`) }).waitFor();
});

test('the documented command creates a lead', async () => {
  await page.getByText('Leads API Documentation').click();
  const box = page.getByRole('group', { name: 'Command' });
  await box.focus();
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  const command = await textOf(box);
  expect(await page.getByRole('cell', { name: 'fullName', exact: true }).count()).toBe(1);
  const [, url = ''] = /curl -X POST (\S+)/.exec(command) ?? [];
  const [, body = ''] = /-d '([\s\S]*)'/.exec(command) ?? [];
  const answer = await fetchServed(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(answer.status).toBe(201);
});

test("each figure of an operator's dashboard opens a list of as many rows", async () => {
  const { admin, operator } = stage.people;
  const Listed = z.array(z.object({ _id: z.string() }));
  const { user } = z
    .object({ user: z.object({ _id: z.string() }) })
    .parse(await call(operator, 'GET', '/auth/me'));
  const open = Listed.parse(await call(admin, 'GET', '/leads?open=true&limit=500'));
  const leadIds = open.map(({ _id }) => _id);
  await call(admin, 'POST', '/admin/bulk-assign-leads', { leadIds, operatorId: user._id });
  // More than the dashboard shows.
  for (const id of leadIds.slice(0, 11)) await call(admin, 'PUT', `/leads/${id}`, { isUrgent: true });
  await untilRead(inject('product').databaseUrl);
  page = await stage.signedIn(operator, '/dashboard');
  await page.getByRole('heading', { name: 'My Dashboard' }).waitFor();
  await compare(page.getByRole('link', { name: /^Show all \d+/ }), lastNumber);
  for (const name of [
    /^Assigned Leads ?\d/,
    /^Today's Leads ?\d/,
    /^This Week ?\d/,
    /^Pending Approval ?\d/,
  ]) {
    const card = page.getByRole('link', { name });
    await card.waitFor();
    await compare(card, firstNumber);
  }
  for (const name of [/^Total Assigned ?\d/, /^Completed ?\d/, /^Pending ?\d/]) {
    const row = page.getByRole('link', { name });
    await compare(row, lastNumber);
  }
});

test("the days are those of the organisation's time zone, whatever the device's", async () => {
  const admin = await stage.signedIn(stage.people.admin, '/dashboard');
  // 25 hours apart: never the same day.
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
  // The days end at 10 and 11 o'clock UTC: the organisation's does not end during the test.
  const [timeZone, timezoneId] = new Date().getUTCHours() === 9 ? zones.toReversed() : zones;
  await call(stage.people.admin, 'PUT', '/admin/settings', { timeZone });
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
  const device = { width: 1440, height: 900, timezoneId };
  await stage.postLead({ orderId: 'TODAY-1', fullName: 'Kavya Rao' });
  await untilRead(inject('product').databaseUrl);
  for (const email of [stage.people.admin, stage.people.operator]) {
    page = await stage.signedIn(email, '/dashboard', device);
    const card = page.getByRole('link', { name: /^Today's Leads ?\d/ });
    await card.waitFor();
    const link = new URL((await card.getAttribute('href')) ?? '', stage.url).searchParams;
    expect([link.get('from'), link.get('zone')]).toEqual([today, timeZone]);
    await compare(card, firstNumber);
    await visit(page, '/reports');
    expect(await page.getByLabel('End date').inputValue()).toBe(today);
  }
  // An open dashboard follows the setting.
  const todays = admin.getByRole('link', { name: /^Today's Leads ?\d/ });
  await expect.poll(() => todays.getAttribute('href')).toContain(`from=${today}`);
});

test('an urgent lead is on the dashboard until it is decided', async () => {
  const { admin, operator } = stage.people;
  const [lead] = z
    .array(z.object({ _id: z.string(), orderId: z.string() }))
    .parse(await call(operator, 'GET', '/operator/leads?open=true&urgent=false&limit=1'));
  if (!lead) throw new Error('The operator has open leads');
  page = await stage.signedIn(operator, '/dashboard');
  await call(admin, 'PUT', `/leads/${lead._id}`, { isUrgent: true });
  const row = page.getByRole('list', { name: 'Urgent leads' }).getByRole('link', { name: lead.orderId });
  await row.waitFor();
  await call(admin, 'PUT', `/leads/${lead._id}`, { status: 'cancelled', statusReason: 'No answer' });
  await row.waitFor({ state: 'detached' });
});
