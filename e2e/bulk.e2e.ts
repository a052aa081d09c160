import { receiveLead } from '@crm/contracts/leads/write.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { fillSignIn, PASSWORD } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** One admin changes more leads than a page shows, while another watches. */
let stage: Stage;
let page: Page;
let colleague: Page;

const LEADS = 230;
const LIST = '/leads?search=bulkrao';
const FILTERS = { search: 'bulkrao' };
const Chosen = z.object({ _id: z.string() });
const Started = z.object({ batch: z.object({ _id: z.string(), state: z.string() }) });
const dialog = () => page.getByRole('dialog');

beforeAll(async () => {
  stage = await openStage({ leads: 5 });
  page = await stage.signedIn(stage.people.admin, LIST);
  colleague = await stage.signedIn(stage.people.admin, LIST);
  for (let at = 0; at < LEADS; at += 23)
    await Promise.all(
      Array.from({ length: 23 }, (_, n) =>
        stage.postLead({ orderId: `BULK-${at + n}`, fullName: 'Kavya Bulkrao' }),
      ),
    );
});

async function selectAllMatching(total: number, list = LIST) {
  await page.goto(list);
  await page.getByText(`Showing: 100 of ${total} leads`).waitFor();
  await page.getByLabel('Select all on this page').check();
  await page.getByText('100 leads selected').waitFor();
  await page.getByRole('button', { name: `Select all ${total} matching` }).click();
  await page.getByText(`${total} leads selected`).waitFor();
}

test('a row that stays on screen while the next list is read is not selected in that one', async () => {
  await visit(page, LIST);
  await page.getByText(`Showing: 100 of ${LEADS} leads`).waitFor();
  const next = /\/api\/leads\?.*status=trash/;
  const release = await hold(page, next);
  const asked = page.waitForRequest(next);
  await page.getByLabel('Status', { exact: true }).selectOption('trash');
  // The list follows its filter a moment later.
  await asked;
  await page
    .getByRole('checkbox', { name: /^Select order BULK-/ })
    .first()
    .check();
  const selected = page.getByText('1 lead selected');
  await selected.waitFor();
  // Nor is it counted there.
  await page.getByRole('button', { name: /^Select all \d+ matching/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'All listed · CSV (.csv)' }).waitFor();
  await page.keyboard.press('Escape');
  release();
  await page.getByText('No leads found').waitFor();
  // Its actions would change a lead that is not on the screen.
  await selected.waitFor({ state: 'detached' });
});

test('sets a status for all matching leads, visible in two windows, then undoes it', async () => {
  await visit(colleague, `${LIST}&status=hold`);
  await colleague.getByText('No leads found').waitFor();

  await selectAllMatching(LEADS);
  // Not selected: it arrived after the selection.
  await stage.postLead({ orderId: 'BULK-LATE', fullName: 'Kavya Bulkrao' });
  await page.getByRole('button', { name: 'Update Status', exact: true }).click();
  await dialog().getByText('Hold', { exact: true }).click();
  await dialog().getByRole('button', { name: 'Update Status' }).click();
  await dialog().getByText(`Status update completed: ${LEADS} leads updated to hold`).waitFor();
  await colleague.getByText(`Showing: 100 of ${LEADS} leads`).waitFor();

  await visit(colleague, '/batches');
  await colleague.getByRole('link', { name: `Update status of ${LEADS} leads to hold` }).click();
  await colleague.getByText('Asked for by').waitFor();

  await dialog().getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  const undone = `Undone: ${LEADS} leads are as they were`;
  await dialog().getByRole('status').filter({ hasText: undone }).waitFor();
  await colleague.getByText(undone, { exact: true }).waitFor();
  await visit(colleague, `${LIST}&status=hold`);
  await colleague.getByText('No leads found').waitFor();
});

test('undo keeps leads that changed since, with the reason', async () => {
  const total = LEADS + 1; // including the late lead
  await selectAllMatching(total);
  await page.getByRole('button', { name: 'Bulk Assign' }).click();
  await dialog().getByText('Evenly to several').click();
  await dialog()
    .getByRole('button', { name: `Assign ${total} Leads` })
    .click();
  await dialog().getByText('Please select an operator').waitFor();
  // The operators may still be loading.
  await dialog().getByRole('checkbox').nth(1).waitFor();
  for (const check of await dialog().getByRole('checkbox').all()) await check.check();
  await dialog()
    .getByRole('button', { name: `Assign ${total} Leads` })
    .click();
  await dialog().getByText(`${total} leads assigned`).waitFor();
  await dialog().getByRole('button', { name: 'Close' }).last().click();

  await visit(colleague, '/leads?orderIds=BULK-7');
  await colleague.getByRole('button', { name: /^Add Comment/ }).click();
  await colleague.getByRole('dialog').getByText('Manual').click();
  await colleague.getByRole('dialog').getByRole('textbox').fill('Is being packed');
  await colleague.getByRole('dialog').getByRole('button', { name: 'Add Comment' }).click();
  await colleague.getByText('Is being packed').waitFor();

  // After a reload, the batch tray of every page leads back to the batch.
  await page.reload();
  await page.getByRole('button', { name: 'Batches' }).click();
  await page.getByRole('menuitem', { name: /^Assign .* leads to 2 operators/ }).click();
  await dialog().getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await dialog()
    .getByText(/1 kept, since they were changed later$/)
    .waitFor();
  await dialog().getByRole('link', { name: 'What is not as it was, and why' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'BULK-7' })
    .getByText(/^Kept: commented on by/)
    .waitFor();
  await page.getByRole('link', { name: 'BULK-7' }).click();
  await page.getByRole('heading', { name: 'Order BULK-7' }).waitFor();
});

test('select all: marks no lead that came to match the filters later', async () => {
  const matching = LEADS + 1;
  const posted = await stage.postLead({ orderId: 'BULK-0-CHANGED', fullName: 'Kavya Other' });
  const { lead } = z.object({ data: receiveLead.data }).parse(await posted.json()).data;
  const list = `${LIST}&sortBy=orderId&sortOrder=asc`;
  await selectAllMatching(matching, list);

  // It arrived before the selection, under another name.
  const body = { fullName: 'Kavya Bulkrao' };
  await callApi(stage.url, stage.people.admin, 'PUT', `/leads/${lead._id}`, body);
  const boxOf = (orderId: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: orderId, exact: true }) })
      .getByRole('checkbox');
  // It waits. The row that it moved off the page stays on screen, marked.
  await page.getByRole('button', { name: '1 new lead' }).waitFor();
  await expect.poll(() => page.getByLabel('Select all on this page').isChecked()).toBe(true);
  await page.getByRole('button', { name: '1 new lead' }).click();
  await boxOf('BULK-0-CHANGED').waitFor();
  expect(await boxOf('BULK-0-CHANGED').isChecked()).toBe(false);
  expect(await boxOf('BULK-1').isChecked()).toBe(true);

  // Of the 99 other rows of this page.
  await boxOf('BULK-1').uncheck();
  await page.getByText('98 leads selected').waitFor();
  expect(await boxOf('BULK-0-CHANGED').isChecked()).toBe(false);
});

test('select all: leads that a colleague deletes and restores meanwhile are still marked', async () => {
  const total = LEADS + 2;
  await selectAllMatching(total);
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    callApi(stage.url, stage.people.admin, method, path, body);
  const { _id: selectionId } = Chosen.parse(await call('POST', '/leads/selections', FILTERS));
  const started = await call('POST', '/admin/bulk-delete-leads', { selectionId, wait: 0 });
  const { _id: deletion } = Started.parse(started).batch;
  const stateOf = async () => Started.parse(await call('GET', `/batches/${deletion}`)).batch.state;
  await expect.poll(stateOf).toBe('done');
  await page.getByText('No leads found').waitFor();
  await call('POST', `/batches/${deletion}/undo`, { wait: 0 });
  await page.getByText(`Showing: 100 of ${total} leads`).waitFor();
  const all = page.getByLabel('Select all on this page');
  await expect.poll(() => all.isChecked()).toBe(true);
  await page.getByText(`${total} leads selected`).waitFor();
});

test('updates a few leads without a batch, and lists leads that could not be changed', async () => {
  await page.goto('/leads?orderIds=BULK-1%2CBULK-2%2CBULK-3');
  await page.getByText('Showing: 3 of 3 leads').waitFor();
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Approve Pending' }).click();
  await dialog().getByRole('button', { name: 'Approve' }).click();
  await dialog().getByText('0 status changes approved, 3 skipped').waitFor();
  expect(await dialog().getByText('This lead has no pending status change').count()).toBe(3);
  await dialog().getByRole('button', { name: 'Close' }).last().click();

  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Reassign', exact: true }).click();
  await dialog().getByRole('button', { name: 'Reassign' }).click();
  await dialog().getByText('Please select an operator').waitFor();
  await dialog().getByLabel('To').selectOption({ label: 'Fatima Al Hashimi' });
  await dialog().getByRole('button', { name: 'Reassign' }).click();
  await page.getByText('3 leads assigned').waitFor();

  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Are you sure you want to delete 3 leads? This action cannot be undone.').waitFor();
  // A colleague deletes one of them just before.
  await page.route('**/api/admin/bulk-delete-leads', async (route) => {
    const [lead] = z.object({ leadIds: z.array(z.string()) }).parse(route.request().postDataJSON()).leadIds;
    await callApi(stage.url, stage.people.admin, 'DELETE', `/leads/${lead}`);
    await route.continue();
  });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await dialog().getByText('2 leads deleted').waitFor();
  await dialog().getByText('Lead not found').waitFor();
  await dialog().getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('No leads found').waitFor();
});

test('after a sign-out in one tab, the next user of another tab gets no page and no batch of the last one', async () => {
  const first = await stage.signedIn(stage.people.admin, '/users');
  await first.getByRole('heading', { name: 'Users' }).waitFor();
  const second = await first.context().newPage();
  await second.goto('/leads?search=BULK-');
  // In which j and k go through the leads.
  const order = () => second.evaluate(() => sessionStorage.getItem('lead-list-order'));
  await expect.poll(order).not.toBeNull();
  await second.goto('/users');
  await second.getByRole('button', { name: 'Batches' }).click();
  await second.getByRole('menuitem').first().click();
  const batch = second.getByRole('dialog');
  await batch.getByRole('button', { name: 'Close' }).first().waitFor();

  await first.getByRole('button', { name: 'User menu of Ananya Iyer' }).click();
  await first.getByRole('menuitem', { name: 'Sign out' }).click();
  await second.waitForURL('**/login');
  await fillSignIn(second, stage.people.operator, PASSWORD);
  await second.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(new URL(second.url()).pathname).toBe('/dashboard');
  expect(await batch.count()).toBe(0);
  expect(await order()).toBeNull();

  // A link that is opened after a sign-out still leads to its page.
  await first.goto('/leads?search=BULK-');
  await first.getByRole('button', { name: 'User menu of Rohit Verma' }).click();
  await first.getByRole('menuitem', { name: 'Sign out' }).click();
  await second.waitForURL('**/login');
  await first.goto('/leads?search=BULK-');
  await fillSignIn(first, stage.people.operator, PASSWORD);
  await first.waitForURL('**/leads?search=BULK-');
});
