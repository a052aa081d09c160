import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { assignOpenLeads } from './assign-open-leads.ts';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { fillSignIn, PASSWORD } from './people.ts';
import { fetchServed } from './served.ts';
import { openStage, type Stage } from './stage.ts';
import { nextAfter, shownOrder } from './work-queue.ts';

/** What an operator has recorded, and the server has not: it waits for a lost connection, and a refusal says what was lost. */
let stage: Stage;
let page: Page;

const OUTCOME = /\/comment$/;
const SKIP = /\/skip$/;
const toasts = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });
const unsent = () => page.getByRole('status').filter({ hasText: 'not saved yet' });

const Comments = z.array(z.looseObject({ comments: z.array(z.looseObject({ content: z.string() })) }));

beforeAll(async () => {
  stage = await openStage({ leads: 60 });
  await assignOpenLeads(stage);
  page = await stage.signedIn(stage.people.operator, '/work');
});

/**
 * The pauses between retries (console/src/api/useCommand.ts) and the time that a toast is shown pass at once.
 * @returns a function after which they take their time
 */
async function shortenPauses(): Promise<() => Promise<void>> {
  const restore = await page.evaluateHandle(() => {
    const start = window.setTimeout;
    const at = (run: () => void, ms = 0) => start(run, ms >= 1000 && ms <= 5000 ? 0 : ms);
    Object.assign(window, { setTimeout: at });
    return () => void Object.assign(window, { setTimeout: start });
  });
  return () => restore.evaluate((run) => run());
}

/** The comments of an order, the newest first. */
async function commentsOf(order: string): Promise<string[]> {
  const search = encodeURIComponent(order.replace('Order ', ''));
  const leads = await callApi(
    stage.url,
    stage.people.admin,
    'GET',
    `/leads?search=${search}&includeComments=true`,
  );
  return Comments.parse(leads).flatMap(({ comments }) => comments.map(({ content }) => content));
}

test('outcomes wait for a connection that is lost for longer than a product restarts, and are saved once', async () => {
  const first = await nextAfter(page, '');
  const before = await commentsOf(first);
  const restorePauses = await shortenPauses();
  let sent = 0;
  let lost = true;
  for (const address of [OUTCOME, SKIP])
    await page.route(address, (route) => {
      sent += 1;
      return lost ? route.abort() : route.continue();
    });
  await page.keyboard.press('8');
  const second = await nextAfter(page, first);
  await expect.poll(() => sent).toBeGreaterThan(8);
  // Without pauses, all attempts would be over before a slow machine has shown the next pages.
  await restorePauses();
  await unsent().getByText('The outcome of 1 lead').waitFor();
  await page.keyboard.press('i');
  await unsent().getByText('The outcomes of 2 leads').waitFor();
  // It is the operator's: another page does not stop it.
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.goBack();
  await unsent().getByText('The outcomes of 2 leads').waitFor();
  await page.getByRole('button', { name: /^User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out now?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  lost = false;
  await unsent().waitFor({ state: 'detached' });
  const third = await nextAfter(page, second);
  expect(third).not.toBe(first);
  await expect.poll(() => commentsOf(first)).toHaveLength(before.length + 1);
});

test('a callback that was refused says which, until the operator closes it', async () => {
  await page.reload();
  const order = await nextAfter(page, '');
  await shortenPauses();
  await page.route(OUTCOME, (route) =>
    route.fulfill({ status: 409, json: { success: false, message: 'Not now' } }),
  );
  await page.getByRole('button', { name: /^Call Back/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Promise Callback' }).click();
  await toasts(`${order.replace('Order ', '')}: the callback on `).waitFor();
  // The time of a message that does not stay is over before the operator has the next lead.
  const skipped = page.waitForResponse(SKIP);
  const next = await shownOrder(page);
  await page.getByRole('button', { name: 'Skip' }).click();
  await skipped;
  await nextAfter(page, next);
  const refusal = toasts('was not saved. Not now');
  expect(await refusal.count()).toBe(1);
  await refusal.getByRole('button', { name: 'Close toast' }).click();
  await refusal.waitFor({ state: 'detached' });
  expect(await shownOrder(page)).not.toBe('');
});

test('an outcome waits for the operator to sign in again when the session has ended', async () => {
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  const order = await nextAfter(page, '');
  const before = await commentsOf(order);
  const send = await hold(page, OUTCOME);
  const asked = page.waitForRequest(OUTCOME);
  await page.keyboard.press('8');
  const { authorization = '' } = (await asked).headers();
  await fetchServed(`${stage.url}/api/auth/logout`, { method: 'POST', headers: { authorization } });
  await page.waitForURL('**/login*');
  const refused = page.waitForResponse(OUTCOME);
  send();
  expect((await refused).status()).toBe(401);
  const saved = page.waitForResponse((answer) => OUTCOME.test(answer.url()) && answer.ok());
  await fillSignIn(page, stage.people.operator, PASSWORD);
  await saved;
  await expect.poll(() => commentsOf(order)).toHaveLength(before.length + 1);
  expect(await nextAfter(page, order)).not.toBe(order);
});
