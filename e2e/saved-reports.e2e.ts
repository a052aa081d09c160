import { enqueueDue } from '@crm/workers/saved-reports/schedule.ts';
import { Pool } from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { callApi } from './call-api.ts';
import { nextFrames } from './next-frames.ts';
import { openStage, type Stage } from './stage.ts';

/** Saved reports of the reports page: saved, opened, mailed by their schedule, changed and deleted. */
let stage: Stage;
let page: Page;
const pool = new Pool({ connectionString: inject('product').databaseUrl, options: '-c app.tenant=*' });

beforeAll(async () => {
  stage = await openStage({ leads: 20 });
  page = await stage.signedIn(stage.people.admin, '/reports');
});
afterAll(() => pool.end());

const DAY_MS = 24 * 60 * 60_000;
const panel = (of: Page) => of.getByRole('region', { name: 'Saved reports' });
const entry = (of: Page, name: string) => panel(of).getByRole('listitem').filter({ hasText: name });
const act = async (name: string, action: string) => {
  await panel(page)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('a report is saved with a relative period, opens again, and is mailed by its schedule, live', async () => {
  await panel(page).getByText('No saved reports yet').waitFor();
  // The form suggests the last 30 days.
  await page.getByLabel('Report type').selectOption({ label: 'Revenue Analysis' });
  await page.getByText('More filters').click();
  await page.getByLabel('Country').fill('IN');
  await page.getByLabel('Count by').selectOption({ label: 'Time of decision' });
  await page.getByRole('button', { name: 'Generate Report' }).click();
  await page.getByRole('heading', { name: /^Revenue Analysis, / }).waitFor();
  await page.getByRole('button', { name: 'Save this report' }).click();
  const naming = page.getByRole('dialog', { name: 'Save this report' });
  await naming.getByRole('button', { name: 'Save' }).click();
  await naming.getByText('This field is required').waitFor();
  await naming.getByLabel('Name').fill('Indien & Süd');
  await naming.getByLabel('Period').selectOption({ label: 'Last 7 days' });
  await page.keyboard.press('Control+Enter');
  await entry(page, 'Indien & Süd')
    .getByText('Revenue Analysis · Last 7 days · counted by time of decision · 1 filter')
    .waitFor();

  await page.goto(`${stage.url}/reports`);
  await panel(page).getByRole('link', { name: 'Indien & Süd' }).click();
  await page.getByRole('heading', { name: /^Revenue Analysis, / }).waitFor();
  await page.getByText(/Counted by the time of decision · Filters: Country IN/).waitFor();
  // The form shows the opened report.
  expect(await page.getByLabel('Report type').inputValue()).toBe('revenue');
  expect(await page.getByLabel('Count by').inputValue()).toBe('decided');

  await act('Indien & Süd', 'Send by mail…');
  const schedule = page.getByRole('dialog', { name: 'Send Indien & Süd by mail' });
  await schedule.getByLabel('Every').selectOption({ label: 'Month' });
  await schedule.getByLabel('On day').selectOption('31');
  await schedule.getByLabel('Further addresses').fill('bob.partner@example.com\nnobody');
  await schedule.getByRole('button', { name: 'Save schedule' }).click();
  await schedule.getByText('nobody: Please enter a valid email address').waitFor();
  await schedule.getByLabel('Further addresses').fill('bob.partner@example.com');
  await schedule.getByRole('button', { name: 'Save schedule' }).click();
  const saved = entry(page, 'Indien & Süd');
  await saved.getByText('On day 31 of every month at 09:00 · xlsx to you and 1 address').waitFor();

  // The clock of the schedule: 40 days later.
  await enqueueDue(pool, new Date(Date.now() + 40 * 24 * 3_600_000));
  await saved.getByText(/^Sent .+ to 2 addresses$/).waitFor();

  await act('Indien & Süd', 'End schedule');
  await saved.getByText('every month').waitFor({ state: 'hidden' });
  await act('Indien & Süd', 'Rename');
  await page.getByRole('dialog').getByLabel('Name').fill('Umsatz');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await entry(page, 'Umsatz').waitFor();
  await act('Umsatz', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await panel(page).getByText('No saved reports yet').waitFor();
});

test('an operator saves own reports, sees no fields for admins, and works by keyboard on a phone', async () => {
  const phone = await stage.signedIn(
    stage.people.operator,
    '/reports?type=leads&startDate=2026-01-01&endDate=2026-01-31',
    { width: 390, height: 844 },
  );
  await phone.getByRole('button', { name: 'Save this report' }).focus();
  await phone.keyboard.press('Enter');
  await phone.getByRole('dialog').getByLabel('Name').fill('Januar');
  await phone.keyboard.press('Enter');
  await entry(phone, 'Januar').getByText('Lead Performance · Jan 1, 2026 to Jan 31, 2026').waitFor();
  await phone.getByRole('button', { name: 'Actions for Januar' }).focus();
  await phone.keyboard.press('ArrowDown');
  const send = phone.getByRole('menuitem', { name: 'Send by mail…' });
  await send.waitFor();
  // The menu takes the focus when it has opened; its first letter chooses the item.
  await expect
    .poll(async () => {
      await phone.keyboard.press('s');
      return send.evaluate((item) => item === document.activeElement);
    })
    .toBe(true);
  await phone.keyboard.press('Enter');
  const schedule = phone.getByRole('dialog');
  await schedule.getByLabel('Every').waitFor();
  expect(await schedule.getByLabel('Further addresses').count()).toBe(0);
  await schedule.getByLabel('Send to me').uncheck();
  await schedule.getByRole('button', { name: 'Save schedule' }).click();
  await schedule.getByText('Choose at least one recipient').waitFor();
  await schedule.getByLabel('Send to me').check();
  await phone.keyboard.press('Control+Enter');
  await entry(phone, 'Januar').getByText('Every Monday at 09:00 · xlsx to you').waitFor();
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  // It is the operator's own.
  await page.reload();
  await panel(page).getByText('No saved reports yet').waitFor();
});

test('an open dialog keeps what is typed when the saved reports cannot be read again', async () => {
  const period = { kind: 'relative', preset: 'last_7_days' };
  const save = (name: string) =>
    callApi(stage.url, stage.people.admin, 'POST', '/saved-reports', {
      name,
      content: { type: 'leads', filters: {}, period },
    });
  await save('Kept open');
  await entry(page, 'Kept open').waitFor();
  await act('Kept open', 'Send by mail…');
  const addresses = page.getByRole('dialog').getByLabel('Further addresses');
  await addresses.fill('bob.partner@example.com');
  const list = /\/api\/saved-reports$/;
  await page.route(list, (route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'Not now' } }),
  );
  const failed = page.waitForResponse((answer) => list.test(answer.url()) && answer.status() === 400);
  await save('Another');
  await (await failed).finished();
  await nextFrames(page);
  expect(await addresses.inputValue()).toBe('bob.partner@example.com');
  await page.unroute(list);
  // Nor are they lost with the dialog.
  await page.keyboard.press('Escape');
  await addresses.waitFor({ state: 'detached' });
  await act('Kept open', 'Send by mail…');
  await expect.poll(() => addresses.inputValue()).toBe('bob.partner@example.com');
  await page.keyboard.press('Escape');
});

test('the link of a report and the suggested period move on with the days of a page that stays open', async () => {
  const today = { kind: 'relative', preset: 'today' };
  const report = { name: 'Of today', content: { type: 'leads', filters: {}, period: today } };
  await callApi(stage.url, stage.people.admin, 'POST', '/saved-reports', report);
  const open = await stage.signedIn(stage.people.admin, '/no-such-page');
  // At noon: no other day begins before the clock is set forward.
  await open.clock.install({ time: new Date().setUTCHours(12, 0, 0, 0) });
  await open.goto('/reports');
  const link = panel(open).getByRole('link', { name: 'Of today' });
  const dayIn = async () =>
    new URL((await link.getAttribute('href')) ?? '', stage.url).searchParams.get('endDate');
  const suggested = (label: string) => open.getByLabel(label).inputValue();
  const first = Date.parse((await dayIn()) ?? '');
  const start = Date.parse(await suggested('Start date'));
  await open.clock.fastForward('24:00:00');
  await expect.poll(async () => Date.parse((await dayIn()) ?? '') - first).toBe(DAY_MS);
  await expect.poll(async () => Date.parse(await suggested('Start date')) - start).toBe(DAY_MS);
  expect(Date.parse(await suggested('End date')) - first).toBe(DAY_MS);
  // A typed day stays.
  await open.getByLabel('Start date').fill('2026-01-05');
  await open.clock.fastForward('24:00:00');
  await expect.poll(async () => Date.parse(await suggested('End date')) - first).toBe(2 * DAY_MS);
  expect(await suggested('Start date')).toBe('2026-01-05');
  await open.context().close();
});
