import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { assignOpenLeads } from './assign-open-leads.ts';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { holdTimers } from './hold-timers.ts';
import { nextFrames } from './next-frames.ts';
import { fillSignIn, PASSWORD } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { nextAfter, shownOrder } from './work-queue.ts';

/** The work queue takes the next lead by itself, after an outcome that was saved. */
let stage: Stage;
let page: Page;

const TAKE = /\/work-queue\/take$/;
const QUEUE = /\/operator\/work-queue$/;
/** The pause after an attempt that took no lead (console/src/work/queue/useQueue.ts). */
const TRY_AGAIN_MS = 2_000;
const SKIP = /\/skip$/;
const BREAK = /\/operator\/break$/;

beforeAll(async () => {
  stage = await openStage({ leads: 60 });
  expect(await assignOpenLeads(stage)).toBeGreaterThan(4);
  page = await stage.signedIn(stage.people.operator, '/work');
});

/** The order on screen, once the operator has taken it. */
async function takenOrder(): Promise<string> {
  const order = await nextAfter(page, '');
  await expect
    .poll(async () =>
      Queue.parse(await callApi(stage.url, stage.people.operator, 'GET', '/operator/work-queue')),
    )
    .toMatchObject({ current: { lead: { orderId: order.replace('Order ', '') } } });
  return order;
}
const Queue = z.object({ current: z.object({ lead: z.object({ orderId: z.string() }) }).nullable() });
const Next = z.object({ next: z.array(z.object({ lead: z.object({ orderId: z.string() }) })) });

const setBreak = (isOnBreak: boolean) =>
  callApi(stage.url, stage.people.operator, 'PUT', '/operator/break', { isOnBreak });
const toasts = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });
const onBreak = () => page.getByText('You are on a break', { exact: true });

/** Lets the page read its queue, which shows the break, and ends the break. @returns how many toasts the break had */
async function endBreak(readQueue: () => void): Promise<number> {
  readQueue();
  await onBreak().waitFor();
  await nextFrames(page);
  const shown = await toasts('break').count();
  await page.unrouteAll();
  await page.keyboard.press('P');
  return shown;
}

test('an outcome that is saved during a break of another window is not said to have failed', async () => {
  const order = await takenOrder();
  const sendOutcome = await hold(page, /\/comment$/);
  const readQueue = await hold(page, QUEUE);
  await page.keyboard.press('8');
  await nextAfter(page, order);
  await setBreak(true);
  const refused = page.waitForResponse(TAKE);
  sendOutcome();
  expect((await refused).status()).toBe(409);
  expect(await endBreak(readQueue)).toBe(0);
  expect(await takenOrder()).not.toBe(order);
});

test('a break that starts while a lead is taken again shows as a break, not as an error', async () => {
  const sendTake = await hold(page, TAKE);
  const taking = page.waitForRequest(TAKE);
  await page.reload();
  const order = await nextAfter(page, '');
  await taking;
  const readQueue = await hold(page, QUEUE);
  await setBreak(true);
  const refused = page.waitForResponse(TAKE);
  sendTake();
  expect((await refused).status()).toBe(409);
  expect(await endBreak(readQueue)).toBe(0);
  expect(await takenOrder()).toBe(order);
});

test('a next lead that could not be taken is no failure of the outcome before it', async () => {
  const order = await takenOrder();
  await page.route(TAKE, (route) => route.fulfill({ status: 500, json: { message: 'Not now' } }));
  const saved = page.waitForResponse(/\/comment$/);
  await page.keyboard.press('8');
  const next = await nextAfter(page, order);
  expect((await saved).status()).toBe(200);
  await toasts('Not now').waitFor();
  // Each attempt replaces the message of the one before.
  await page.waitForResponse(TAKE);
  await page.waitForResponse(TAKE);
  expect(await toasts('Not now').count()).toBe(1);
  expect(await toasts(order.replace('Order ', '')).count()).toBe(0);
  // Tried again, until the lead on screen is taken.
  const taken = page.waitForResponse((answer) => TAKE.test(answer.url()) && answer.ok());
  await page.unrouteAll();
  await taken;
  expect(await nextAfter(page, order)).toBe(next);
});

test('a lead that was given back elsewhere is not said to be skipped', async () => {
  const order = await takenOrder();
  const sendSkip = await hold(page, SKIP);
  const asked = page.waitForRequest(SKIP);
  await page.getByRole('button', { name: 'Skip' }).click();
  await nextAfter(page, order);
  expect(await toasts('Skipped:').count()).toBe(0);
  const { pathname } = new URL((await asked).url());
  await callApi(stage.url, stage.people.operator, 'POST', pathname.replace('/api', ''));
  sendSkip();
  await toasts(`${order.replace('Order ', '')} was no longer yours`).waitFor();
  expect(await toasts('Skipped:').count()).toBe(0);
});

test('a lead that is skipped before it was taken does not come back', async () => {
  const order = await takenOrder();
  const sendSkip = await hold(page, SKIP);
  const skip = page.getByRole('button', { name: 'Skip' });
  await skip.click();
  const second = await nextAfter(page, order);
  await skip.click();
  await nextAfter(page, second);
  sendSkip();
  const third = await takenOrder();
  expect([order, second]).not.toContain(third);
  const queue = await callApi(stage.url, stage.people.operator, 'GET', '/operator/work-queue');
  const listed = Next.parse(queue).next.map(({ lead }) => `Order ${lead.orderId}`);
  expect(listed).not.toContain(second);
});

test('a break is started once while its answer is slow', async () => {
  await takenOrder();
  let sent = 0;
  const sendBreak = await hold(page, BREAK);
  page.on('request', (request) => {
    if (BREAK.test(request.url())) sent += 1;
  });
  await page.keyboard.press('P');
  await page.locator('button[aria-busy]', { hasText: 'Start Break' }).click({ force: true });
  await page.keyboard.press('P');
  sendBreak();
  await onBreak().waitFor();
  expect(sent).toBe(1);
  await page.keyboard.press('P');
  await takenOrder();
});

test('a break of another window, found while a lead is taken, can be ended at once', async () => {
  const order = await takenOrder();
  const again = page.waitForRequest(TAKE).then(() => page.waitForRequest(TAKE));
  const sendTake = await hold(page, TAKE);
  await page.route(TAKE, (route) => route.fulfill({ status: 500, json: { message: 'Not now' } }), {
    times: 1,
  });
  await page.keyboard.press('8');
  await nextAfter(page, order);
  await again;
  const endPause = await holdTimers(page, TRY_AGAIN_MS);
  await setBreak(true);
  const refused = page.waitForResponse(TAKE);
  sendTake();
  expect((await refused).status()).toBe(409);
  await onBreak().waitFor();
  await page.keyboard.press('P');
  await onBreak().waitFor({ state: 'detached' });
  await endPause();
  await page.unrouteAll();
  await takenOrder();
});

test('a lead that was given back elsewhere does not come back while the page has heard nothing of it', async () => {
  // Its window would take leads as well.
  await page.close();
  const { operator } = stage.people;
  const deaf = await stage.openWindow();
  await deaf.routeWebSocket(/socket\.io/, (socket) => void socket.close());
  await deaf.route('**/socket.io/**', (request) => request.abort());
  await deaf.goto('/work');
  await fillSignIn(deaf, operator, PASSWORD);
  const order = await nextAfter(deaf, '');
  const sendSkip = await hold(deaf, SKIP);
  const asked = deaf.waitForRequest(SKIP);
  await deaf.getByRole('button', { name: 'Skip' }).click();
  const next = await nextAfter(deaf, order);
  const { pathname } = new URL((await asked).url());
  await callApi(stage.url, operator, 'POST', pathname.replace('/api', ''));
  const readQueue = await hold(deaf, QUEUE);
  const taking = deaf.waitForRequest(TAKE);
  sendSkip();
  await deaf.locator('[data-sonner-toast]').filter({ hasText: 'was no longer yours' }).waitFor();
  await nextFrames(deaf);
  expect(await shownOrder(deaf)).toBe(next);
  await taking;
  readQueue();
});
