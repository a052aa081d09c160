import { demoTenantId } from '@crm/command-api/demo/perform.ts';
import { Pool } from 'pg';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { openBatchGate } from './api/batch-gate.ts';
import { callApi } from './call-api.ts';
import { tokenOf } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { untilKept } from './until-kept.ts';

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 60 });
  page = await stage.signedIn(stage.people.admin, '/dashboard');
});

const day = (ago: number) => new Date(Date.now() - ago * 24 * 3600 * 1000).toISOString().slice(0, 10);

async function generate(type: string, start: string, end: string) {
  await page.getByLabel('Report type').selectOption({ label: type });
  await page.getByLabel('Start date').fill(start);
  await page.getByLabel('End date').fill(end);
  await page.getByRole('button', { name: 'Generate Report' }).click();
}

test('an admin generates each report, exports it, and returns to it at its position', async () => {
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByText('No report yet').waitFor();
  // Until tomorrow: the lead that comes below may be one of the next day.
  await generate('Lead Performance', day(88), day(-1));
  await page.getByRole('heading', { name: /^Lead Performance, / }).waitFor();
  for (const name of ['Status breakdown', 'Payment mode distribution', 'By webmaster'])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  const article = page.getByRole('article');
  // A trend is one line through all days; its figures are in the table beside it.
  const trend = article.getByRole('img', { name: 'Leads over time; the table has the figures.' });
  await trend.locator('.recharts-line path').waitFor({ state: 'attached' });
  const about = await article.getByText(/^Time zone: /).textContent();
  expect(about).toMatch(/^Time zone: .+ · Filters: none · Position: \S+$/);

  await expect.poll(() => article.getByText(/^Period before: /).count()).toBe(4);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Lead Performance .+\.xlsx$/);

  const recorded = page.waitForResponse(/printed=true/);
  await page.getByRole('button', { name: 'Print' }).click();
  expect((await recorded).status()).toBe(200);

  const total = await article.getByRole('definition').first().textContent();
  await page.getByRole('link', { name: 'Link to exactly this report' }).click();
  await page.waitForURL(/position=/);
  await stage.postLead({ orderId: 'REPORTED-1', fullName: 'Kavya Rao' });
  await page.reload();
  await page.getByRole('heading', { name: /^Lead Performance, / }).waitFor();
  expect(await article.getByRole('definition').first().textContent()).toBe(total);
  // The partner's lead may reach the read model after the first click.
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Generate Report' }).click();
      return article.getByRole('definition').first().textContent();
    })
    .toBe(String(Number(total) + 1));

  for (const [type, table] of [
    ['Revenue Analysis', 'By offer'],
    ['Conversion Rates', 'By offer'],
    ['Cohorts', 'Leads of each day'],
    ['Operator Performance', 'By operator'],
  ] as const) {
    await generate(type, day(29), day(0));
    await page.getByRole('heading', { name: new RegExp(`^${type}, `) }).waitFor();
    await page.getByRole('heading', { name: table, exact: true }).waitFor();
  }
  expect(new URL(page.url()).searchParams.get('type')).toBe('operator-productivity');
});

/** The number of rows that the leads list says it has: 'Showing: 25 of 60 leads'. */
async function listedCount(): Promise<number> {
  const count = page.getByText(/^Showing: \d+ of \d+/).first();
  await count.waitFor();
  return Number(/\d+(?=\D*$)/.exec((await count.textContent()) ?? '')?.[0] ?? -1);
}

/** Clicks a figure and compares it with the list that it opens. `figure`: the number of leads that its text means. */
async function compare(link: Locator, figure: (text: string) => number) {
  const text = (await link.textContent()) ?? '';
  await link.click();
  await page.waitForURL((url) => url.pathname === '/leads');
  expect(await listedCount(), `${text} at ${page.url()}`).toBe(figure(text));
  await page.goBack();
  await page.getByRole('article').waitFor();
}

/** The first row of a report's table that has leads, with a link in its second column. */
const rowOf = (table: string) =>
  page
    .getByRole('group', { name: table, exact: true })
    .getByRole('row')
    .filter({
      has: page
        .getByRole('cell')
        .nth(1)
        .getByRole('link', { name: /^[1-9]/ }),
    })
    .first();

test('a figure of each kind opens a list of as many leads', async () => {
  await generate('Lead Performance', day(89), day(0));
  await page.getByRole('heading', { name: /^Lead Performance, / }).waitFor();
  const cards = page.getByRole('article').getByRole('definition');
  await compare(cards.nth(0).getByRole('link'), Number);
  await compare(cards.nth(1).getByRole('link'), (text) => Number(/\d+/.exec(text)?.[0]));
  await page.getByText('Show the trend as a table').click();
  const shareOf = async (row: Locator, column: number) => {
    const total = Number(await row.getByRole('cell').nth(1).textContent());
    return [
      row.getByRole('cell').nth(column).getByRole('link'),
      (text: string) => Math.round((Number.parseFloat(text) * total) / 100),
    ] as const;
  };
  for (const table of ['Status breakdown', 'Payment mode distribution', 'By webmaster'])
    await compare(rowOf(table).getByRole('cell').nth(1).getByRole('link'), Number);
  const webmaster = rowOf('By webmaster');
  await compare(webmaster.getByRole('cell').nth(2).getByRole('link'), Number);
  for (const column of [4, 5]) await compare(...(await shareOf(rowOf('By webmaster'), column)));

  await generate('Cohorts', day(89), day(0));
  await page.getByRole('heading', { name: /^Cohorts, / }).waitFor();
  await page.getByRole('cell', { name: 'not yet' }).first().waitFor();
  await compare(
    page
      .getByRole('group', { name: 'Leads of each day' })
      .getByRole('link', { name: /^[1-9]/ })
      .first(),
    Number,
  );

  // Of a report with a filter.
  for (const [type, table] of [
    ['conversion', 'By offer'],
    ['operator-productivity', 'By operator'],
  ] as const) {
    await page.goto(`/reports?type=${type}&startDate=${day(89)}&endDate=${day(0)}&paymentMode=cod`);
    await page.getByRole('heading', { name: /^(Conversion|Operator)/ }).waitFor();
    await compare(rowOf(table).getByRole('cell').nth(1).getByRole('link'), Number);
  }
  await page.getByText('Show the trend as a table').click();
  await compare(rowOf('Trend').getByRole('cell').nth(1).getByRole('link'), Number);
});

test('a report that is not kept any more is recomputed by keyboard on a phone, left and found again', async () => {
  const { databaseUrl } = inject('product');
  const link = `/reports?type=leads&startDate=${day(89)}&endDate=${day(0)}`;
  const phone = await stage.signedIn(stage.people.admin, link, { width: 390, height: 844 });
  const title = phone.getByRole('heading', { name: /^Lead Performance, / });
  await title.waitFor();
  const figures = async () => {
    await title.waitFor();
    const article = phone.getByRole('article');
    // Without the chart, which is drawn later.
    const parts = [
      article.getByText(/Position: /),
      article.getByRole('definition'),
      article.getByRole('cell'),
    ];
    return Promise.all(parts.map((part) => part.allTextContents()));
  };
  // The page shows newer positions until its URL names one.
  await phone.getByRole('link', { name: 'Link to exactly this report' }).click();
  await phone.waitForURL(/position=/);
  const position = new URL(phone.url()).searchParams.get('position');
  await phone.getByText(`Position: ${position}`).waitFor();
  const before = await figures();
  await stage.postLead({ orderId: 'AFTERWARDS-1', fullName: 'Kavya Rao' });
  const headers = { authorization: `Bearer ${await tokenOf(stage.url, stage.people.admin)}` };
  // Until the read model has the lead, the position is not a past one.
  await expect
    .poll(async () => (await fetch(`${stage.url}/api/leads?orderIds=AFTERWARDS-1`, { headers })).text())
    .toContain('Kavya Rao');
  const pool = new Pool({ connectionString: databaseUrl, options: '-c app.tenant=*' });
  await pool.query('delete from report_results where position = $1', [position]);
  await pool.end();
  const gate = await openBatchGate(databaseUrl, demoTenantId(stage.organisation));
  onTestFinished(() => gate.end());
  await gate.close();

  await phone.reload();
  await phone.getByText('This report is not kept any more').waitFor();
  await untilKept(phone);
  await phone.getByRole('button', { name: 'Recompute from history' }).focus();
  await phone.keyboard.press('Enter');
  const running = phone.getByRole('region', { name: 'Recomputing' });
  await running.getByRole('progressbar').waitFor();
  await running.getByRole('button', { name: 'Cancel the rest' }).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // The focus does not get lost with the button.
  const focused = () =>
    running.evaluate((region) => {
      const { activeElement: active, body } = document;
      return active !== body && active?.contains(region);
    });
  await expect.poll(focused).toBe(true);
  await phone.goto('/dashboard');
  await phone.getByRole('heading', { name: /Dashboard$/ }).waitFor();
  await phone.goto(`${link}&timeZone=UTC&position=${position}`);
  await phone.getByRole('button', { name: 'Recompute from history' }).click();
  await running.waitFor();
  await phone.waitForURL(/batch=/);
  const whileRunning = phone.url();
  const other = await stage.signedIn(
    stage.people.admin,
    `/reports?type=revenue&startDate=${day(89)}&endDate=${day(0)}&position=${position}`,
  );
  await other.getByRole('button', { name: 'Recompute from history' }).click();
  await other.getByText(/^A report is already being recomputed/).waitFor();
  await gate.open();
  const withoutBatch = (url: URL) => !url.searchParams.has('batch');
  expect(await figures()).toEqual(before);
  await phone.waitForURL(withoutBatch);
  // As on a reload after the batch has ended.
  await phone.goto(whileRunning);
  expect(await figures()).toEqual(before);
  await phone.waitForURL(withoutBatch);

  // The batch links to the report.
  await phone.goto('/batches');
  await phone
    .getByText(/^Recompute report: Lead Performance/)
    .first()
    .click();
  await phone.getByRole('link', { name: 'Open the report' }).click();
  expect(await figures()).toEqual(before);
});

test('a chosen offer stays chosen when a colleague creates another one', async () => {
  await page.goto('/reports');
  const offer = page.getByLabel('Offer', { exact: true });
  await offer.getByRole('option').nth(1).waitFor({ state: 'attached' });
  await offer.selectOption({ index: 1 });
  const chosen = await offer.inputValue();
  expect(chosen).not.toBe('');
  const brought = { name: 'Brought by a colleague', category: 'other', price: 5 };
  await callApi(stage.url, stage.people.admin, 'POST', '/offers', brought);
  await offer.getByRole('option', { name: /Brought by a colleague/ }).waitFor({ state: 'attached' });
  expect(await offer.inputValue()).toBe(chosen);
});

test('names a wrong period at its field, and a refused report in the error panel', async () => {
  await generate('Lead Performance', '2026-02-02', '2026-02-01');
  await page.getByText('Cannot be after the end date').waitFor();
  await generate('Lead Performance', '2010-01-01', '2026-02-01');
  await page.getByText('Error loading report').waitFor();
  await page.getByText('A report covers at most 10 years').waitFor();
  expect(await page.getByRole('button', { name: 'Save this report' }).count()).toBe(0);
  await generate('Lead Performance', '2019-01-01', '2019-01-31');
  await page.getByText('No leads in this report').waitFor();
});

test('an operator sees the own figures and no Operator Performance', async () => {
  page = await stage.signedIn(stage.people.operator, '/reports');
  await page.getByRole('button', { name: 'Generate Report' }).waitFor();
  const options = await page.getByLabel('Report type').getByRole('option').allTextContents();
  expect(options).toEqual(['Lead Performance', 'Revenue Analysis', 'Conversion Rates', 'Cohorts']);
  await generate('Lead Performance', day(89), day(0));
  await page.getByRole('heading', { name: /^Lead Performance, / }).waitFor();
  expect(await page.getByRole('button', { name: 'Export to Excel' }).count()).toBe(0);
});
