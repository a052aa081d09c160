import type { Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { openStage, type Stage } from './stage.ts';

/** What failed after the user has left its page or closed its dialog is said on the next page. */
let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 5 });
  page = await stage.signedIn(stage.people.admin, '/upload-leads');
});

/** Performs an action, leaves by the link of another page while its request is under way, and lets the server refuse it. */
async function leaveDuring(url: RegExp, act: () => Promise<void>, leave: () => Promise<void> = openUsers) {
  await page.route(url, (route) =>
    route.fulfill({ status: 409, json: { success: false, message: 'Not today' } }),
  );
  const answer = await hold(page, url);
  const sent = page.waitForRequest(url);
  await act();
  await sent;
  await leave();
  answer();
}
async function openUsers() {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
}
const toast = (text: string | RegExp) =>
  page.locator('[data-sonner-toast]').filter({ hasText: text }).waitFor();

test('an upload that could not be started', async () => {
  const lines = ['ID,Customer,Phone,Price', 'LEFT-1,Ila Sen,+91 98765 43288,5'];
  const file = { name: 'left.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.getByLabel('Spreadsheet').setInputFiles(file);
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Check file' }).click();
  const start = page.getByRole('button', { name: 'Upload 1 lead' });
  await start.waitFor();
  await leaveDuring(/\/api\/admin\/upload-leads/, () => start.click());
  await toast('Not today');
  await page.unrouteAll();
});

test('a batch that could not be cancelled', async () => {
  // The check of the upload, as if it were still running.
  await page.route(/\/api\/batches\/[^/]+$/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const { batch } = body.data;
    Object.assign(batch, { state: 'running', finishedAt: null });
    await route.fulfill({ response: answer, json: body });
  });
  await page.getByRole('button', { name: 'Batches' }).click();
  await page.getByRole('menuitem').first().click();
  const dialog = page.getByRole('dialog');
  const cancel = dialog.getByRole('button', { name: 'Cancel the rest' });
  await leaveDuring(
    /\/cancel$/,
    () => cancel.click(),
    async () => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
  );
  await toast(/: Not today$/);
  await page.unrouteAll();
});

test('a schedule that could not be ended', async () => {
  const report = {
    name: 'Weekly',
    content: { type: 'revenue', filters: {}, period: { kind: 'relative', preset: 'last_week' } },
    schedule: { rhythm: { every: 'day' }, hour: 9, format: 'csv', toOwner: true, recipients: [] },
  };
  await callApi(stage.url, stage.people.admin, 'POST', '/saved-reports', report);
  await page.goto('/reports');
  await page.getByRole('button', { name: 'Actions for Weekly' }).click();
  await leaveDuring(/\/saved-reports\/[^/]+$/, () =>
    page.getByRole('menuitem', { name: 'End schedule' }).click(),
  );
  await toast('Not today');
});
