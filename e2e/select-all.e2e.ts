import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hold } from './hold.ts';
import { nextFrames } from './next-frames.ts';
import { openStage } from './stage.ts';
import { visit } from './visit.ts';

/** 'Select all' asks the server: what the user selects, clears or opens before its answer is the later wish. */
let page: Page;

beforeAll(async () => {
  const stage = await openStage({ leads: 40 });
  page = await stage.signedIn(stage.people.admin, '/leads');
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const firstBox = () => page.getByRole('table').getByRole('checkbox').nth(1);

/** Selects the first row, and all; then acts before the answer to that. */
async function actMeanwhile(url: RegExp, act: () => Promise<void>) {
  await firstBox().check();
  const release = await hold(page, url);
  const asked = page.waitForRequest(url);
  await button(/^Select all /).click();
  await asked;
  await act();
  const answered = page.waitForResponse(url);
  release();
  await (await answered).finished();
  await nextFrames(page);
}

test('of leads: a selection that was cleared meanwhile stays empty', async () => {
  await actMeanwhile(/\/leads\/selections$/, () => button('Clear Selection').click());
  expect(await page.getByText(/leads? selected/).count()).toBe(0);
});

test('of leads: a dialog that was opened meanwhile acts on the leads that it names', async () => {
  await page.unrouteAll();
  const dialog = page.getByRole('alertdialog');
  // Its code comes after the answer to 'select all'.
  const loadDialog = await hold(page, /LeadDialogs/);
  await page.reload();
  await actMeanwhile(/\/leads\/selections$/, () => button('Delete').click());
  loadDialog();
  await dialog.getByText(/delete 1 lead\?/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('of requests: a selection that was cleared meanwhile stays empty', async () => {
  await page.unrouteAll();
  await visit(page, '/approvals');
  const list = /pending-approvals\?.*limit=500/;
  await firstBox().check();
  const release = await hold(page, list);
  const asked = page.waitForRequest(list);
  await button(/^Select all /).click();
  await asked;
  const ended = Promise.race([page.waitForResponse(list), page.waitForEvent('requestfailed')]);
  await button('Clear Selection').click();
  release();
  await ended;
  await nextFrames(page);
  expect(await page.getByText(/selected/).count()).toBe(0);
});
