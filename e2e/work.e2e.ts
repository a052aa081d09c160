import type { Page, Response } from 'playwright-core';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { bodyOf } from './body-of.ts';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { PASSWORD } from './people.ts';
import { pressSequence } from './press-sequence.ts';
import { openStage, type Stage } from './stage.ts';
import { tryAgain } from './try-again.ts';
import { untilRead } from './until-read.ts';
import { enterOutcomes, measureOutcomes, nextAfter, shownOrder } from './work-queue.ts';

/** Operators at the work queue, by keyboard alone, and the admin who watches them. */
let stage: Stage;
let operator: Page;

const OUTCOMES = 15;
const QUEUE = '**/api/operator/work-queue';

beforeAll(async () => {
  stage = await openStage({ leads: 200 });
  const { people } = stage;
  const me = Me.parse(await api(people.operator, 'GET', '/auth/me')).user._id;
  const data = Leads.parse(
    await api(people.admin, 'GET', '/leads?assignmentStatus=unassigned&open=true&limit=500'),
  );
  // Half of them are the operator's own, the others are for the one who takes them.
  const leadIds = data.slice(0, data.length / 2).map(({ _id }) => _id);
  expect(leadIds.length).toBeGreaterThan(OUTCOMES + 5);
  await api(people.admin, 'POST', '/admin/bulk-assign-leads', { leadIds, operatorId: me });
  operator = await stage.signedIn(people.operator, '/work');
});

const Me = z.object({ user: z.object({ _id: z.string() }) });
const Leads = z.array(z.object({ _id: z.string(), comments: z.array(z.unknown()) }));

/** @returns the data of the answer */
const api = (email: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  callApi(stage.url, email, method, path, body);

const dialog = () => operator.getByRole('dialog');

test('outcomes are entered by keyboard alone, each followed by the next lead', async () => {
  await nextAfter(operator, '');
  const times = await measureOutcomes(operator);
  const seen = await enterOutcomes(operator, OUTCOMES);
  expect(new Set(seen).size).toBe(OUTCOMES + 1);
  const sorted = (await times()).toSorted((a, b) => a - b);
  expect(sorted).toHaveLength(OUTCOMES);
  const [median, p95] = [0.5, 0.95].map((share) => Math.round(sorted[Math.floor(OUTCOMES * share)] ?? 0));
  console.info(`${OUTCOMES} outcomes: median ${median} ms, p95 ${p95} ms from the key to the next lead`);

  // Each outcome is a comment of its lead.
  await expect
    .poll(async () => {
      const orderIds = seen.slice(0, -1).map((text) => text.replace('Order ', ''));
      const leads = Leads.parse(
        await api(stage.people.admin, 'GET', `/leads?limit=100&orderIds=${orderIds.join()}`),
      );
      return leads.filter(({ comments }) => comments.length > 0).length;
    })
    .toBe(OUTCOMES);
});

test('a double click does not act on the next lead, which the operator has not read', async () => {
  const sent: string[] = [];
  operator.on('request', (call) => {
    if (call.method() !== 'GET') sent.push(new URL(call.url()).pathname.replace(/.*[/]/, ''));
  });
  for (const name of [/^Ringing/, 'Skip']) {
    const before = await shownOrder(operator);
    await operator.getByRole('button', { name }).dblclick();
    await nextAfter(operator, before);
  }
  // The break is sent after all steps before it, and is not ended by its second click.
  await operator.getByRole('button', { name: 'Start Break' }).dblclick();
  // Not the toast of a lead that could not be taken.
  await operator.getByText('You are on a break', { exact: true }).waitFor();
  await operator.keyboard.press('P');
  await operator.getByRole('button', { name: 'Skip' }).waitFor();
  expect(sent.filter((name) => name !== 'take')).toEqual(['comment', 'skip', 'break', 'break']);
});

test('a callback is promised by keyboard, and announced on every page when it is due', async () => {
  const lead = await shownOrder(operator);
  const name = (await operator.getByRole('heading', { level: 2 }).first().textContent()) ?? '';
  await operator.keyboard.press('2');
  await dialog().getByLabel('Time', { exact: false }).first().waitFor();
  await operator.keyboard.press('3');
  // The page is left before the queue is read again.
  const reading = operator.waitForRequest(QUEUE);
  await operator.route(QUEUE, () => {}, { times: 1 });
  await operator.keyboard.press('Enter');
  await dialog().waitFor({ state: 'hidden' });
  await nextAfter(operator, lead);
  await reading;

  await pressSequence(operator, 'g', 'd');
  await operator.getByRole('heading', { name: 'My Dashboard' }).waitFor();
  const callback = async () => {
    const found = await api(stage.people.operator, 'GET', '/operator/callbacks');
    return Callbacks.parse(found)[0];
  };
  // The next lead is shown before the outcome of the last one is saved.
  await expect.poll(async () => (await callback())?.fullName).toBe(name);
  const promised = await callback();
  // Promised again for a moment from now: the notice waits for the time, not for a page. Refused if it has passed meanwhile.
  const promiseIn = (ms: number) => {
    const comment = { content: 'Connected - Call Back', callbackAt: new Date(Date.now() + ms).toISOString() };
    return api(stage.people.operator, 'POST', `/operator/leads/${promised?._id}/comment`, comment);
  };
  let soon = 1_000;
  await vi.waitFor(() => {
    soon *= 2;
    return promiseIn(soon);
  });
  const notice = operator.getByRole('alert').filter({ hasText: 'Callback due' });
  await notice.waitFor();
  expect(await notice.textContent()).toContain(name);

  // The lead that the operator has taken is resumed; the callback is next.
  await expect.poll(takenOrder).not.toBe(NO_ORDER);
  const next = await takenOrder();
  expect(next).not.toBe(lead);
  // Also before the lead on screen has been taken again.
  const renew = await hold(operator, /\/work-queue\/take$/);
  await pressSequence(operator, 'g', 'w');
  await expect.poll(() => shownOrder(operator)).toBe(next);
  await operator.getByText('1 callback due').waitFor();
  await operator.keyboard.press('8');
  expect(await nextAfter(operator, next)).toBe(lead);
  renew();
  await operator.getByText('Callback due', { exact: true }).waitFor();
  // Until then, a second window of the operator would take another one.
  await expect.poll(takenOrder).toBe(lead);
});
const Callbacks = z.array(z.object({ _id: z.string(), fullName: z.string() }));

test('a history that could not be read says so, and can be read again', async () => {
  // A second window that reads from before the last outcome would take its lead again.
  await untilRead(inject('product').databaseUrl);
  const page = await stage.signedIn(stage.people.operator, '/no-such-page');
  const detail = /\/api\/leads\/[-0-9a-f]{36}$/;
  await page.route(detail, (route) => route.fulfill({ status: 500, json: { success: false } }));
  await page.goto('/work');
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: 'Try Again' }).waitFor();
  await page.unroute(detail);
  await tryAgain(history, history.getByRole('list', { name: 'History' }));
  await page.context().close();
});

test('skip, status request and break; the admin sees it live', async () => {
  const admin = await stage.signedIn(stage.people.admin, '/work');
  const row = admin.getByRole('row').nth(1);
  const first = await shownOrder(operator);
  await row
    .filter({ hasText: 'Working' })
    .filter({ hasText: first.replace('Order ', '') })
    .waitFor();

  await operator.keyboard.press('i');
  const second = await nextAfter(operator, first);
  await operator.keyboard.press('s');
  await dialog().getByLabel('Comment').waitFor();
  await operator.keyboard.press('2');
  await dialog().getByLabel('Comment').fill('She said yes');
  await operator.keyboard.press('Control+Enter');
  await nextAfter(operator, second);

  await operator.keyboard.press('P');
  await operator.getByText('You are on a break', { exact: true }).waitFor();
  await row.filter({ hasText: 'Break' }).waitFor();
  await operator.keyboard.press('P');
  await nextAfter(operator, '');
  await row.filter({ hasText: 'Working' }).waitFor();
});

test('a lead on screen stays there while it is being taken, although an urgent one arrives', async () => {
  const first = await nextAfter(operator, '');
  const send = await hold(operator, /\/comment$/);
  await operator.keyboard.press('8');
  const second = await nextAfter(operator, first);
  const waiting = Queue.parse(await api(stage.people.operator, 'GET', '/operator/work-queue')).next;
  const { lead: urgent } = waiting.findLast(({ why }) => why === 'new') ?? expect.unreachable();
  expect(`Order ${urgent.orderId}`).not.toBe(second);
  const hasUrgent = operator.waitForResponse(async (answer) => {
    const queue = await queueIn(answer);
    return queue?.next.some(({ lead, why }) => why === 'urgent' && lead._id === urgent._id) ?? false;
  });
  await api(stage.people.admin, 'PUT', `/leads/${urgent._id}`, { isUrgent: true });
  await hasUrgent;
  const taken = operator.waitForResponse(/\/work-queue\/take$/);
  send();
  await taken;

  await expect.poll(takenOrder).toBe(second);
  expect(await shownOrder(operator)).toBe(second);
  await operator.keyboard.press('8');
  expect(await nextAfter(operator, second)).toBe(`Order ${urgent.orderId}`);
});

test('an outcome that another window has entered too takes no second lead', async () => {
  const first = await nextAfter(operator, '');
  await expect.poll(takenOrder).toBe(first);
  const twin = await stage.signedIn(stage.people.operator, '/work');
  expect(await nextAfter(twin, '')).toBe(first);
  // This window's outcome waits until its queue has the lead that the twin took.
  const send = await hold(operator, /\/comment$/);
  await operator.keyboard.press('8');
  const second = await nextAfter(operator, first);
  const hasSecond = operator.waitForResponse(async (answer) => {
    const queue = await queueIn(answer);
    return queue !== null && orderOf(queue) === second;
  });
  await twin.keyboard.press('8');
  expect(await nextAfter(twin, first)).toBe(second);
  await hasSecond;
  const readAgain = operator.waitForResponse(QUEUE);
  send();
  await readAgain;

  const queue = Queue.parse(await api(stage.people.operator, 'GET', '/operator/work-queue'));
  expect(orderOf(queue)).toBe(second);
  expect(queue.next.filter(({ why }) => why === 'taken')).toEqual([]);
  expect(await shownOrder(operator)).toBe(second);
  await twin.context().close();
});
const Order = z.object({ _id: z.string(), orderId: z.string() });
const Queue = z.object({
  current: z.object({ lead: Order }).nullable(),
  next: z.array(z.object({ lead: Order, why: z.string() })),
});
const QueueAnswer = z.object({ data: Queue });
/** The queue in a response; null in others, and in one whose read was cancelled. */
async function queueIn(answer: Response) {
  if (!answer.url().endsWith('/operator/work-queue')) return null;
  const body = await bodyOf(answer);
  return body === '' ? null : QueueAnswer.parse(JSON.parse(body)).data;
}
const NO_ORDER = 'No order';
function orderOf(queue: unknown): string {
  const { current } = Queue.parse(queue);
  return current === null ? NO_ORDER : `Order ${current.lead.orderId}`;
}
/** The order that the operator has taken. Calls from elsewhere do not wait for what a page has written: it may be an older one. */
const takenOrder = async () => orderOf(await api(stage.people.operator, 'GET', '/operator/work-queue'));

test('the time of a callback starts with its default again after another one was typed and not sent', async () => {
  await nextAfter(operator, '');
  const time = dialog().locator('input[type=datetime-local]');
  await operator.keyboard.press('2');
  const typed = `${new Date().getUTCFullYear() + 5}-01-01T10:00`;
  await time.fill(typed);
  await operator.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await operator.keyboard.press('2');
  await dialog().getByRole('radio', { name: '1 hour', checked: true }).waitFor();
  expect(await time.inputValue()).not.toBe(typed);
  await operator.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
});

describe('a lead that is reassigned while its dialog is open', () => {
  const REFUSED = 'Lead not found';
  // The open dialog hides the page from roles.
  const orders = () => operator.locator('main a[href^="/leads/"]').filter({ hasText: /^Order / });

  /** Opens a dialog of the lead on screen by its key, and reassigns the lead. @returns it, and the next one */
  async function reassignBehind(key: string) {
    const order = await nextAfter(operator, '');
    const id = (await orders().getAttribute('href'))?.replace('/leads/', '') ?? expect.unreachable();
    await operator.keyboard.press(key);
    await dialog()
      .getByRole('textbox')
      .first()
      .or(dialog().getByLabel('Time', { exact: true }))
      .waitFor();
    const { _id: operatorId } = Me.parse(await api(stage.people.operator2, 'GET', '/auth/me')).user;
    await api(stage.people.admin, 'POST', `/leads/${id}/assign`, { operatorId });
    const next = orders().filter({ hasNotText: order });
    await next.waitFor();
    return { order, next: await next.textContent() };
  }

  test('its status request is refused in the dialog, and the next lead gets none', async () => {
    const { order, next } = await reassignBehind('s');
    await operator.keyboard.press('2');
    await dialog().getByLabel('Comment').fill('She said yes');
    await operator.keyboard.press('Control+Enter');
    await dialog().getByText(REFUSED).waitFor();
    expect(await dialog().textContent()).toContain(order);
    await operator.keyboard.press('Escape');
    expect(await shownOrder(operator)).toBe(next);
    const found = await api(stage.people.admin, 'GET', `/leads?orderIds=${next?.replace('Order ', '')}`);
    expect(Requests.parse(found)).toEqual([{ pendingStatusChange: null }]);
  });

  test('its callback is refused by its order, and the next lead stays on screen', async () => {
    const { order, next } = await reassignBehind('2');
    await operator.keyboard.press('Enter');
    const refusal = operator.getByText(`${order.replace('Order ', '')}: the callback on `);
    await refusal.filter({ hasText: `was not saved. ${REFUSED}` }).waitFor();
    expect(await shownOrder(operator)).toBe(next);
  });
});
const Requests = z.array(z.object({ pendingStatusChange: z.unknown() }));

test('two operators never have the same lead on screen', async () => {
  await api(stage.people.admin, 'PUT', '/admin/settings', { takingAllowed: true });
  const other = await stage.signedIn(stage.people.operator2, '/work');
  async function pull(page: Page): Promise<string[]> {
    const seen = [await nextAfter(page, '')];
    for (let n = 0; n < OUTCOMES; n += 1) {
      await page.keyboard.press('8');
      seen.push(await nextAfter(page, seen.at(-1) ?? ''));
    }
    return seen;
  }
  const seen = (await Promise.all([pull(operator), pull(other)])).flat();
  expect(new Set(seen).size).toBe(seen.length);
});

test('an empty queue finds a lead without a hint, and the lead stays taken while it is on screen', async () => {
  const admin = (method: 'POST' | 'PUT', path: string, body: object) =>
    api(stage.people.admin, method, path, body);
  await admin('PUT', '/admin/settings', { takingAllowed: false });
  const email = `new-${stage.people.operator}`;
  await admin('POST', '/users', {
    username: 'new.operator',
    email,
    fullName: 'New Operator',
    password: PASSWORD,
    role: 'operator',
  });
  await untilRead(inject('product').databaseUrl);
  const page = await stage.signedIn(email, '/no-such-page');
  await page.clock.install();
  await page.goto('/work');
  await page.getByText('No leads to call').waitFor();
  await admin('PUT', '/admin/settings', { takingAllowed: true });
  await page.clock.fastForward('00:10');
  const order = await nextAfter(page, '');

  const renewal = page.waitForRequest(/\/work-queue\/take$/);
  await page.clock.fastForward('05:00');
  await renewal;
  expect(await shownOrder(page)).toBe(order);
});
