import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** What failed after the user has left its page or closed its dialog is said on the next page. */
let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 40 });
  page = await stage.signedIn(stage.people.admin, '/upload-leads');
});

const refusal = { status: 409, json: { success: false, message: 'Not today' } };

/** Performs an action, leaves by the link of another page while its request is under way, and lets the server refuse it. */
async function leaveDuring(
  url: RegExp,
  act: () => Promise<void>,
  leave: () => Promise<void> = openUsers,
  answered: { status: number; json: object } = refusal,
) {
  await page.route(url, (route) => route.fulfill(answered));
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
  await page.unrouteAll({ behavior: 'wait' });
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
  await page.unrouteAll({ behavior: 'wait' });
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

/** Opens a page from that of the users: 'Back' returns there, also while a dialog covers the links. */
async function openOver(path: string) {
  await visit(page, '/users');
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}
async function goBack() {
  await page.evaluate(() => history.back());
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
}

/** The answer to a bulk action that could not change one of two leads. */
const partly = (message: string) => {
  const problems = [{ leadId: 'x', outcome: 'failed', code: 'x', message: 'Deleted meanwhile' }];
  return { successful: 1, skipped: 0, failed: 1, newStatus: 'hold', problems, message };
};

test('a bulk action of which a lead was left out', async () => {
  await openOver('/leads');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Update Status' })
    .click();
  await page.getByRole('dialog').getByText('Hold', { exact: true }).click();
  const { message, ...data } = partly('Status update completed: 1 lead updated to hold, 1 failed');
  await leaveDuring(/\/bulk-update-status$/, () => page.keyboard.press('Control+Enter'), goBack, {
    status: 200,
    json: { success: true, message, data },
  });
  await toast(message);
});

test('a decision about several requests of which one was left out', async () => {
  await openOver('/approvals');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.keyboard.press('Y');
  await page.getByRole('dialog').getByLabel('Admin Notes').waitFor();
  const { message: _, ...data } = partly('');
  await leaveDuring(/\/bulk-approve$/, () => page.keyboard.press('Control+Enter'), goBack, {
    status: 200,
    json: { success: true, message: '', data },
  });
  await toast(/1 .*approved.*1 /);
});

test('a backfill that could not be started', async () => {
  const form = { name: 'Keitaro', url: 'https://partner.example/postback', triggerEvents: ['new_lead'] };
  await stage.postLead({ orderId: 'LEFT-2', fullName: 'Ravi Kumar' });
  await callApi(stage.url, stage.people.admin, 'POST', '/postbacks', form);
  await openOver('/postbacks');
  await page.getByRole('button', { name: 'Backfill' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Postback').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Count events' }).click();
  const send = dialog.getByRole('button', { name: /^Send \d+/ });
  await send.waitFor();
  await leaveDuring(/\/backfill$/, () => send.click(), goBack);
  await toast('Not today');
});

test('a form that is saved while the code of the next page still loads takes nobody back', async () => {
  await visit(page, '/offers/new');
  await page.getByLabel('Offer Name').fill('Saved late');
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('Price').fill('5');
  const load = await hold(page, /assets\/AuditPage-/);
  const answer = await hold(page, /\/api\/offers$/);
  const sent = page.waitForRequest(/\/api\/offers$/);
  await page.getByRole('button', { name: 'Create Offer' }).click();
  await sent;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit History' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor();
  answer();
  await toast('Offer created successfully');
  load();
  await page.getByRole('heading', { name: 'Audit History', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/audit-history');
  await page.unrouteAll({ behavior: 'wait' });
});
