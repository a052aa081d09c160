import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { actOnView, chooseView, saveViewAs, viewsMenu } from './act-on-views.ts';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { nextFrames } from './next-frames.ts';
import { SUPER } from './people.ts';
import { openSink } from './sink.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** A control that is pressed again while the answer is still to come acts once. */
let stage: Stage;
let page: Page;
let sink: Awaited<ReturnType<typeof openSink>>;
let postback = '';

const Row = z.looseObject({ _id: z.string() });
const Views = z.object({ views: z.array(z.object({ isShared: z.boolean() })) });
const Commented = z.object({ lead: z.object({ comments: z.array(z.object({ content: z.string() })) }) });
const Batches = z.array(z.object({ title: z.string() }));
const NewPostback = z.object({ postback: z.object({ _id: z.string() }) });

beforeAll(async () => {
  sink = await openSink();
  stage = await openStage({ leads: 5 });
  const form = { name: 'Keitaro', url: sink.url, triggerEvents: ['new_lead'], maxRetries: 0 };
  const created = await callApi(stage.url, stage.people.admin, 'POST', '/postbacks', form);
  postback = NewPostback.parse(created).postback._id;
  page = await stage.signedIn(stage.people.admin, '/postbacks');
});

afterAll(() => sink?.close());

/** Presses while the calls to the URL have no answer. @returns how many of them were sent, without those that only count */
async function sentWhile(of: Page, url: RegExp, press: () => Promise<void>): Promise<number> {
  let sent = 0;
  of.on('request', (call) => {
    if (call.method() === 'GET' || !url.test(call.url()) || call.postData()?.includes('dryRun')) return;
    sent += 1;
  });
  const answer = await hold(of, url);
  await press();
  await expect.poll(() => sent).toBeGreaterThan(0);
  await nextFrames(of);
  answer();
  return sent;
}

test('a double click on a switch turns it once', async () => {
  const toggle = page.getByRole('switch', { name: 'Toggle Keitaro' });
  await toggle.waitFor();
  const readList = await hold(page, /\/api\/postbacks(\?|$)/);
  expect(await sentWhile(page, /\/toggle$/, () => toggle.dblclick())).toBe(1);
  await page.getByText('Keitaro is inactive').waitFor();
  await nextFrames(page);
  expect(await toggle.getAttribute('aria-checked')).toBe('false');
  readList();
  await expect.poll(() => toggle.getAttribute('aria-busy')).toBeNull();
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false');
  await toggle.click();
  await page.getByText('Keitaro is active').waitFor();
});

test('a failed delivery is retried once, by its button and its key; the button is busy meanwhile', async () => {
  sink.answerWith(422);
  await stage.postLead({ orderId: 'TWICE-1', fullName: 'Ravi Kumar' });
  await visit(page, `/postbacks/${postback}/logs`);
  const retry = page.getByRole('button', { name: 'Retry order TWICE-1' });
  const sent = await sentWhile(page, /\/retry$/, async () => {
    await retry.dblclick();
    await expect.poll(() => retry.getAttribute('aria-busy')).toBe('true');
    await page.keyboard.press('j');
    await page.keyboard.press('q');
    await page.keyboard.press('q');
  });
  expect(sent).toBe(1);
  await expect.poll(() => retry.getAttribute('aria-busy')).toBeNull();
});

test('a double click on a button that starts a bulk action starts it once', async () => {
  await page.getByRole('button', { name: 'Retry Failed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retry failed deliveries' });
  const start = dialog.getByRole('button', { name: 'Retry 1' });
  await start.waitFor();
  expect(await sentWhile(page, /\/retry$/, () => start.dblclick())).toBe(1);
  await dialog.waitFor({ state: 'hidden' });
});

test('an organisation is viewed once by a key that is pressed twice, and exported once', async () => {
  const admin = await stage.signedIn(
    SUPER,
    `/organizations?search=${encodeURIComponent(stage.people.admin)}`,
  );
  const row = admin.getByRole('row').filter({ hasText: stage.organisation });
  await row.waitFor();
  const openExport = async () => {
    await row.getByRole('button', { name: /^Actions of/ }).click();
    return admin.getByRole('menuitem', { name: 'Export Data' });
  };
  const exported = await sentWhile(admin, /\/export-data$/, async () => {
    await (await openExport()).click();
    expect(await (await openExport()).getAttribute('aria-disabled')).toBe('true');
    await admin.keyboard.press('Escape');
  });
  expect(exported).toBe(1);
  await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  const viewed = await sentWhile(admin, /\/view$/, async () => {
    await admin.keyboard.press('j');
    await admin.keyboard.press('o');
    await admin.keyboard.press('o');
  });
  expect(viewed).toBe(1);
  await admin.getByRole('region', { name: 'Viewing' }).waitFor();
});

test('a double click on Pay makes one order, and one in the checkout makes one payment', async () => {
  const rival = await stage.signedIn(stage.people.rivalAdmin, '/profile?tab=subscription');
  await rival.getByRole('button', { name: 'Renew Now' }).click();
  const pay = (dialog: string) =>
    rival.getByRole('dialog', { name: dialog }).getByRole('button', { name: /^Pay \$/ });
  const order = () => pay('Renew Subscription').dblclick();
  expect(await sentWhile(rival, /\/renew-create-order$/, order)).toBe(1);
  const confirm = () => pay('Test checkout').dblclick();
  expect(await sentWhile(rival, /\/renew-verify-payment$/, confirm)).toBe(1);
  await rival.getByRole('alertdialog', { name: 'Payment Successful!' }).waitFor();
  await rival.getByText('1 of 1 payment').waitFor();
  await rival.context().close();
});

test('two changes of a setting are saved one after the other, so that the last one stays', async () => {
  const own = await stage.signedIn(stage.people.admin, '/profile?tab=organization');
  const sent: unknown[] = [];
  own.on('request', (call) => {
    if (/\/admin\/settings$/.test(call.url())) sent.push(call.postDataJSON());
  });
  const answered: number[] = [];
  own.on('response', (reply) => {
    if (/\/admin\/settings$/.test(reply.url())) answered.push(reply.status());
  });
  const box = own.getByLabel('Operators May Take Leads');
  const answer = await hold(own, /\/admin\/settings$/);
  await box.check();
  await expect.poll(() => sent).toEqual([{ takingAllowed: true }]);
  await box.uncheck();
  await nextFrames(own);
  expect(sent).toHaveLength(1);
  answer();
  await expect.poll(() => sent).toEqual([{ takingAllowed: true }, { takingAllowed: false }]);
  await expect.poll(() => answered).toEqual([200, 200]);
  expect(await box.isChecked()).toBe(false);
});

test('a view that is shared and at once not shared any more is private in the end', async () => {
  // Loaded again: the dialog of a batch may be open.
  await page.goto('/leads?status=processing');
  await saveViewAs(page, 'Undecided');
  const edits = /\/api\/views\/[0-9a-f-]{36}$/;
  const sent: unknown[] = [];
  page.on('request', (call) => {
    if (edits.test(call.url())) sent.push(call.postDataJSON());
  });
  const answer = await hold(page, edits);
  await actOnView(page, 'Share with everybody');
  await expect.poll(() => sent).toEqual([{ isShared: true }]);
  // Before the server has the change.
  await readViewsAgain('Of operators');
  await actOnView(page, 'Stop sharing');
  await nextFrames(page);
  expect(sent).toHaveLength(1);
  answer();
  await page.getByText('Only you see this view now').waitFor();
  expect(sent).toEqual([{ isShared: true }, { isShared: false }]);
  const kept = async () =>
    Views.parse(await callApi(stage.url, stage.people.admin, 'GET', '/views?list=leads')).views;
  await expect.poll(kept).toEqual([{ isShared: false }]);
});

test('a list opens with the view that was chosen last, also when its views were read before the server had the choice', async () => {
  await chooseView(page, 'All Leads');
  const chosen = /\/api\/views\/last-used$/;
  const sent = page.waitForResponse(
    (answer) => chosen.test(answer.url()) && answer.request().postDataJSON().viewId !== null,
  );
  await chooseView(page, 'Undecided');
  await sent;
  const answer = await hold(page, chosen);
  await chooseView(page, 'All Leads');
  await readViewsAgain('More of operators');
  await page.getByRole('link', { name: 'Offers', exact: true }).click();
  await page.getByRole('heading', { name: 'Offers' }).waitFor();
  await page.getByRole('link', { name: 'All Leads', exact: true }).click();
  await page.getByText(/of \d+ leads$/).waitFor();
  expect(await viewsMenu(page).textContent()).toBe('Views');
  answer();
});

/** Saves a view of another list, so that the page reads the views of its list again. */
async function readViewsAgain(name: string) {
  const read = page.waitForResponse(/\/api\/views\?list=leads/);
  const sort = { by: 'createdAt', order: 'desc' };
  const other = { list: 'users', name, isShared: false, filters: {}, sort, columns: [] };
  await callApi(stage.url, stage.people.admin, 'POST', '/views', other);
  await read;
}

/** Performs an action, and reloads the page when the server has done it, before the answer. */
async function reloadBeforeAnswer(url: RegExp, act: () => Promise<void>) {
  let isDone = false;
  await page.route(url, async (route) => {
    if (isDone || route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    isDone = true;
  });
  await act();
  await expect.poll(() => isDone).toBe(true);
  // The route stays: without it, a read of the new page that it has stopped would never go on.
  await page.reload();
}

test('a comment that is sent again from its draft, because the page was reloaded before the answer, is saved once', async () => {
  const [{ _id }] = z
    .tuple([Row])
    .parse(await callApi(stage.url, stage.people.admin, 'GET', '/leads?limit=1'));
  await page.goto(`/leads/${_id}`);
  const text = page.getByRole('textbox', { name: 'Comment' });
  const add = page.getByRole('button', { name: 'Add Comment' });
  await text.fill('Packed twice');
  await reloadBeforeAnswer(/\/comments$/, () => add.click());
  await expect.poll(() => text.inputValue()).toBe('Packed twice');
  await add.click();
  await expect.poll(() => text.inputValue()).toBe('');
  const saved = async () => {
    const { lead } = Commented.parse(await callApi(stage.url, stage.people.admin, 'GET', `/leads/${_id}`));
    return lead.comments.filter(({ content }) => content === 'Packed twice');
  };
  await expect.poll(saved).toHaveLength(1);
});

test('an upload that is started again, because the page was reloaded before the answer, shows what was saved', async () => {
  await visit(page, '/upload-leads');
  const lines = ['ID,Customer,Phone,Price', 'RELOADED-1,Ila Sen,+91 98765 43289,5'];
  const file = { name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.getByLabel('Spreadsheet').setInputFiles(file);
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Check file' }).click();
  const start = page.getByRole('button', { name: 'Upload 1 lead' });
  await start.waitFor();
  await reloadBeforeAnswer(/\/api\/admin\/upload-leads/, () => start.click());
  await start.click();
  await page.getByText('1 lead saved').first().waitFor();
});

test('a backfill that is counted and sent again, because the page was reloaded before the answer, is sent once', async () => {
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: /^Send \d+/ });
  const count = async () => {
    await page.getByRole('button', { name: 'Backfill' }).click();
    await dialog.getByLabel('Postback').selectOption({ label: 'Keitaro' });
    await dialog.getByRole('button', { name: 'Count events' }).click();
    await send.waitFor();
  };
  await page.goto('/postbacks');
  await count();
  await reloadBeforeAnswer(/\/backfill$/, () => send.click());
  await count();
  await send.click();
  await page.getByRole('dialog', { name: 'Send history to a postback' }).waitFor();
  const sent = async () => {
    const all = Batches.parse(await callApi(stage.url, stage.people.admin, 'GET', '/batches?limit=100'));
    return all.filter(({ title }) => title === 'Send history to a postback');
  };
  await expect.poll(sent).toHaveLength(1);
});
