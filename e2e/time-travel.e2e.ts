import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hold } from './hold.ts';
import { openStage, type Stage } from './stage.ts';
import { tryAgain } from './try-again.ts';

/** The earlier states of a lead, by keyboard and on a phone. */
let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 12 });
  page = await stage.signedIn(stage.people.admin, '/leads?orderIds=DEMO-00003');
});

const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test('an admin finds the old city by keyboard and restores it', async () => {
  await page.getByRole('link', { name: 'DEMO-00003' }).first().click();
  await page.getByRole('heading', { name: 'Order DEMO-00003' }).waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  const city = page.getByLabel('City');
  const before = await city.inputValue();
  await city.fill('Timbuktu');
  // The page restores what it shows, also when the read model of the lead has an earlier revision.
  const detail = /\/api\/leads\/[0-9a-f-]{36}$/;
  await page.route(detail, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const { data, ...answer } = await response.json();
    const lead = { ...data.lead, revision: data.lead.revision - 1 };
    return route.fulfill({ response, json: { ...answer, data: { ...data, lead } } });
  });
  await page.getByRole('button', { name: 'Update Lead' }).click();
  await page.getByRole('tab', { name: 'Time Travel' }).click();
  await page.getByText('Nothing differs from now.').waitFor();

  const slider = page.getByRole('slider', { name: 'Moment' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect
    .poll(() => slider.getAttribute('aria-valuetext'))
    .toMatch(/^Event 1 of \d+: Lead created, .*\d, /);
  await page.waitForURL('**at=0');
  await row('City').getByText('Timbuktu').waitFor();
  await page.keyboard.press('End');
  await page.getByText('Nothing differs from now.').waitFor();
  await page.keyboard.press('ArrowLeft');
  await row('City').getByRole('button', { name: 'Restore City' }).click();
  await page
    .getByRole('alertdialog')
    .getByText(/^City will have the values of /)
    .waitFor();
  await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
  await page.getByText('Lead restored successfully').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByText(/^Restored as of /).waitFor();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByText(before, { exact: true }).first().waitFor();
});

test('the next lead opens in the same tab, and as it is now', async () => {
  await page.goto('/leads');
  // The demo creates its leads in parallel, so that any other may be the last one of the list, which no lead follows.
  await page
    .getByRole('link', { name: /^DEMO-/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Time Travel' }).click();
  await page.getByRole('slider', { name: 'Moment' }).press('Home');
  await page.waitForURL('**at=0');
  await page.getByRole('tab', { name: 'Time Travel' }).focus();
  const path = new URL(page.url()).pathname;
  await page.keyboard.press('j');
  await page.waitForURL((url) => url.pathname !== path);
  expect(new URL(page.url()).search).toBe('?tab=history');
});

test('on a phone the whole history fits the screen', async () => {
  const phone = await stage.signedIn(stage.people.admin, `${new URL(page.url()).pathname}?tab=history&at=0`, {
    width: 390,
    height: 844,
  });
  await phone.getByRole('slider', { name: 'Moment' }).waitFor();
  await phone.getByLabel('Show all fields').check();
  await phone.getByRole('row').nth(4).waitFor();
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await phone.close();
});

test('an admin sees the leads of a moment, read only, filters them, and exports them', async () => {
  await page.goto('/leads');
  await page.getByRole('link', { name: 'Past Leads' }).click();
  // In the time zone of the browser.
  const moment = await page.evaluate(() => {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  });
  await page.getByRole('textbox', { name: 'Moment' }).fill(moment);
  await page.getByRole('button', { name: 'Show Leads' }).click();
  await page.getByRole('heading', { name: /^Leads as of / }).waitFor();
  await page.getByText(/^Read only\. This is the state at \d{4}-/).waitFor();
  await page.getByRole('link', { name: 'DEMO-00003' }).waitFor();
  await page.waitForURL('**list=*');
  await page.route(/\/api\/batches\/[^/]+$/, (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await page.getByRole('button', { name: 'Try Again' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await tryAgain(page, page.getByRole('link', { name: 'DEMO-00003' }));
  await page.getByRole('link', { name: 'DEMO-00004' }).waitFor();
  await page.getByRole('link', { name: 'New Search' }).click();
  await page.getByRole('textbox', { name: 'Moment' }).fill(moment);
  await page.getByRole('searchbox', { name: 'Search' }).fill('DEMO-00003');
  await page.getByRole('button', { name: 'Show Leads' }).click();
  await page.getByText(/Only these leads: 'DEMO-00003'\. Showing: 1 of 1 leads?$/).waitFor();
  await page.getByRole('link', { name: 'DEMO-00003' }).waitFor();
  expect(await page.getByRole('link', { name: 'DEMO-00004' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^leads as of .* UTC 'DEMO-00003'\.xlsx$/);
});

test('what was typed for the leads of a moment stays for the next search', async () => {
  await page.goto('/leads/past');
  const search = page.getByRole('searchbox', { name: 'Search' });
  const status = page.getByLabel('Status', { exact: true });
  await search.fill('DEMO');
  const answer = await hold(page, /\/api\/leads\/past$/);
  const sent = page.waitForRequest(/\/api\/leads\/past$/);
  await page.getByRole('button', { name: 'Show Leads' }).click();
  await sent;
  // Changed before the answer.
  await search.fill('DEMO-00003');
  await status.selectOption('hold');
  answer();
  await page.getByText("Only these leads: 'DEMO'").waitFor();
  await page.getByRole('link', { name: 'New Search' }).click();
  await expect.poll(() => search.inputValue()).toBe('DEMO-00003');
  expect(await status.inputValue()).toBe('hold');
});
