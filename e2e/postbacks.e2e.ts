import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf } from './body-of.ts';
import { pressSequence } from './press-sequence.ts';
import { isSignedWith, openSink } from './sink.ts';
import { openStage, type Stage } from './stage.ts';
import { tryAgain } from './try-again.ts';

/** An admin connects a partner's tracker, watches the deliveries, and fixes problems. */
let stage: Stage;
let page: Page;
let sink: Awaited<ReturnType<typeof openSink>>;
let secret = '';

beforeAll(async () => {
  sink = await openSink();
  stage = await openStage({ leads: 5 });
  page = await stage.signedIn(stage.people.admin, '/dashboard');
});

afterAll(() => sink?.close());

const dialog = () => page.getByRole('dialog');
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const lead = (orderId: string) => stage.postLead({ orderId, fullName: 'Ravi Kumar' });

/** Delays the answers to reads of a URL until the returned function is called. */
async function holdReads(url: string) {
  let letAnswer = () => {};
  const held = new Promise<void>((resolve) => {
    letAnswer = resolve;
  });
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') await held;
    await route.fallback();
  });
  return async () => {
    letAnswer();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test('shows an empty list', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Postbacks' }).click();
  await page.getByText('No postbacks configured').waitFor();
});

test('an empty form shows the required fields', async () => {
  await page.getByRole('link', { name: 'Add Postback' }).click();
  await page.getByRole('button', { name: 'Create Postback' }).click();
  await page.getByText('Choose at least one trigger event').waitFor();
  expect(await page.getByText('This field is required').count()).toBe(2);
});

test('a preset fills the form, and the preview shows the request for the latest lead', async () => {
  await page.getByRole('button', { name: 'Keitaro' }).click();
  await page.getByLabel('URL', { exact: false }).first().fill(`${sink.url}/keitaro?source=crm`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText(/subid=.*&status=.*&payout=.*&tid=/).waitFor();
  expect(await page.getByLabel('Approved', { exact: true }).last().inputValue()).toBe('sale');
});

test('inserts a chosen placeholder at the caret, by keyboard', async () => {
  await page.getByRole('button', { name: 'Insert placeholder into URL' }).focus();
  await page.keyboard.press('Enter');
  await page.getByPlaceholder('Find a placeholder').fill('webmas');
  await page.getByRole('option', { name: 'webmaster' }).waitFor();
  await page.keyboard.press('Enter');
  const url = page.getByLabel('URL', { exact: false }).first();
  await expect.poll(() => url.inputValue()).toContain('source=crm{{webmaster}}');
  // The popup returns the focus in a timer after it has closed.
  await expect.poll(() => url.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('rejects an unknown placeholder beside its row', async () => {
  await page.getByLabel('Parameter 4 value').fill('orderNumber');
  await page.getByRole('button', { name: 'Create Postback' }).click();
  await page.getByText('Unknown placeholder: orderNumber').waitFor();
  await page.getByLabel('Parameter 4 value').fill('orderId');
});

test('shows the signing secret once, after creation', async () => {
  await page.getByRole('button', { name: 'Create Postback' }).click();
  secret = await dialog().getByLabel('Signing secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  // A secret that is closed by mistake is lost.
  await page.keyboard.press('Escape');
  await dialog().getByRole('button', { name: 'Done' }).click();
  await row('Keitaro').getByText('No data').waitFor();
  await row('Keitaro').getByText('Active').waitFor();
});

test('sends a new lead, signed with that secret, and its log appears without a reload', async () => {
  await page.getByRole('link', { name: 'Logs of Keitaro' }).click();
  await page.getByText('No postback logs found').waitFor();
  await lead('PB-1');
  await row('PB-1').getByText('Success').waitFor();
  await row('PB-1').getByText('200', { exact: true }).waitFor();
  const [received] = sink.received;
  expect(received?.path).toMatch(/^\/keitaro\?source=crmaffbay&subid=&status=lead&payout=.*&tid=PB-1$/);
  expect(received && isSignedWith(secret, received)).toBe(true);
});

test('shows the complete response of a refused delivery, and retries it', async () => {
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await page.getByLabel('Max retries').fill('0');
  await page.getByRole('button', { name: 'Update Postback' }).click();
  await page.getByText('No postback logs found').or(row('PB-1')).first().waitFor();
  sink.answerWith(422, '{"error":{"message":"Unknown click id"}}');
  await lead('PB-2');
  await row('PB-2').getByText('Failed').waitFor();
  await row('PB-2').getByRole('button', { name: 'Details' }).click();
  await dialog().getByText('This request has failed and will not be retried.').waitFor();
  await dialog().getByRole('region', { name: 'Error Details' }).getByText('Unknown click id').waitFor();
  sink.answerWith(200);
  await dialog().getByRole('button', { name: 'Retry' }).click();
  await dialog().getByText('Success', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await row('PB-2').getByText('Success').waitFor();
});

test('filters apply to the logs and their cards; Clear Filters shows all again', async () => {
  await page.getByLabel('Status', { exact: true }).selectOption('failed');
  await page.getByText('No postback logs found').waitFor();
  expect(page.url()).toContain('status=failed');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await row('PB-2').waitFor();
  await page.getByText('Total: 2 logs').waitFor();
});

test('counts all failed deliveries first, then retries them', async () => {
  sink.answerWith(500);
  await lead('PB-3');
  await lead('PB-4');
  // Deliveries of two leads go out side by side: either may be the last.
  for (const orderId of ['PB-3', 'PB-4']) await row(orderId).getByText('Failed').waitFor();
  sink.answerWith(200);
  await page.getByRole('button', { name: 'Retry Failed' }).click();
  await dialog().getByText('2 failed deliveries will be sent again.').waitFor();
  await dialog().getByRole('button', { name: 'Retry 2' }).click();
  await dialog().getByRole('progressbar').waitFor();
  await dialog().getByRole('button', { name: 'Close' }).first().click();
  await row('PB-3').getByText('Success').waitFor();
  await row('PB-4').getByText('Success').waitFor();
});

test('sets the log retention', async () => {
  await page.getByRole('button', { name: 'Retention' }).click();
  await dialog().getByLabel('Keep for (days)').fill('0');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByText('Must be from 1 to 3650').waitFor();
  await dialog().getByLabel('Keep for (days)').fill('30');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Retention' }).click();
  await expect.poll(() => dialog().getByLabel('Keep for (days)').inputValue()).toBe('30');
  await page.keyboard.press('Escape');
});

test('a test shows the exact request before sending, and the response', async () => {
  await page.getByRole('link', { name: 'Test', exact: true }).click();
  await page.getByLabel('Order ID').fill('TEST-1');
  await page.getByText(/tid=TEST-1/).waitFor();
  const before = sink.received.length;
  await page.getByRole('button', { name: 'Send Test' }).click();
  await page.getByText('Test succeeded').waitFor();
  expect(sink.received.slice(before).map(({ path }) => path)).toEqual([
    expect.stringContaining('tid=TEST-1'),
  ]);
  sink.answerWith(400, '{"message":"No such campaign"}');
  await page.getByRole('button', { name: 'Send Test' }).click();
  await page.getByText('Test failed').waitFor();
  await page.getByRole('group', { name: 'Error details' }).getByText('No such campaign').waitFor();
  sink.answerWith(200);
});

test('shows secrets as set, keeps blank ones, and masks them in the preview', async () => {
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await page.getByLabel('Type').selectOption('bearer');
  await page.getByRole('button', { name: 'Update Postback' }).click();
  await page.getByText('This field is required').waitFor();
  await page.getByLabel('Token').fill('the-partners-token');
  const letAnswer = await holdReads('**/api/postbacks/*');
  await page.getByRole('button', { name: 'Update Postback' }).click();
  await page.getByRole('heading', { name: 'Test Postback' }).waitFor();
  await page.getByRole('link', { name: 'Edit' }).first().click();
  // The cached copy is older than the update: the form waits for the answer.
  await page.waitForURL('**/edit');
  await letAnswer();
  await page.getByText('It is set. Leave blank to keep it.').waitFor();
  expect(await page.getByLabel('Token').inputValue()).toBe('');
  expect(await page.content()).not.toContain('the-partners-token');
  await page.getByLabel('Description').fill('Affbay');
  await page.getByRole('button', { name: 'Update Postback' }).click();
  await page.getByRole('heading', { name: 'Test Postback' }).waitFor();
  await page.getByRole('button', { name: 'Send Test' }).click();
  await page.getByText('Test succeeded').waitFor();
  expect(sink.received.at(-1)?.headers.authorization).toBe('Bearer the-partners-token');
});

test('shows a rolled secret once; the old one also signs', async () => {
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await page.getByRole('button', { name: 'Roll secret' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(/24 hours/).waitFor();
  // Not also the form behind it, which would leave the page.
  await page.keyboard.press('Control+Enter');
  const fresh = await dialog().getByLabel('Signing secret').inputValue();
  expect(fresh).not.toBe(secret);
  await dialog().getByRole('button', { name: 'Done' }).click();
  await lead('PB-5');
  const findRequest = () => sink.received.find(({ path }) => path.endsWith('tid=PB-5'));
  await expect.poll(findRequest).toBeDefined();
  const request = findRequest();
  expect(request && isSignedWith(fresh, request) && isSignedWith(secret, request)).toBe(true);
});

test('asks about unsaved changes before leaving', async () => {
  await page.getByLabel('Name', { exact: false }).first().fill('Something else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByText('Discard changes?').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
});

test('counts past events, then sends them again', async () => {
  await page.goto('/postbacks');
  await page.getByRole('button', { name: 'Backfill' }).click();
  await dialog().getByRole('button', { name: 'Count events' }).click();
  await dialog().getByText('Please choose a postback').waitFor();
  await dialog().getByLabel('Postback').selectOption({ label: 'Keitaro' });
  await page.route(/\/api\/batches\/[^/]+$/, (route) => route.fulfill({ status: 500 }));
  await dialog().getByRole('button', { name: 'Count events' }).click();
  await dialog().getByRole('button', { name: 'Try Again' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await tryAgain(dialog(), dialog().getByText(/\d+ events match/));
  const before = sink.received.length;
  await dialog()
    .getByRole('button', { name: /^Send \d+/ })
    .click();
  await dialog().getByRole('progressbar').waitFor();
  // The demo's leads and this test's leads; delivered ones keep their ids.
  await expect.poll(() => sink.received.length - before).toBeGreaterThan(8);
  const ids = (path: string) =>
    sink.received.filter((each) => each.path.endsWith(path)).map(({ headers }) => headers['webhook-id']);
  await expect.poll(() => ids('tid=PB-1').length).toBe(2);
  expect(new Set(ids('tid=PB-1')).size).toBe(1);
  await dialog().getByRole('button', { name: 'Close' }).first().click();
});

test('by keyboard: moves in the list, toggles a row, opens it', async () => {
  await pressSequence(page, 'g', 'd');
  await page.waitForURL('**/dashboard');
  await pressSequence(page, 'g', 'k');
  await page.waitForURL('**/postbacks');
  const toggle = page.getByRole('switch', { name: 'Toggle Keitaro' });
  await toggle.focus();
  await page.keyboard.press('Space');
  await row('Keitaro').getByText('Inactive').waitFor();
  // The switch ignores a press while it is busy.
  await expect.poll(() => toggle.getAttribute('aria-busy')).toBeNull();
  await page.keyboard.press('Space');
  await row('Keitaro').getByText('Active', { exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await page.waitForURL('**/logs');
});

test('a toggle is sent again while the server is unavailable', async () => {
  await page.goto('/postbacks');
  let refusals = 0;
  await page.route('**/toggle', (route) => {
    refusals += 1;
    if (refusals > 4) return route.continue();
    return route.fulfill({ status: 503, json: { success: false, message: 'Starting', code: 'unavailable' } });
  });
  const toggle = page.getByRole('switch', { name: 'Toggle Keitaro' });
  await toggle.click();
  await row('Keitaro').getByText('Inactive').waitFor();
  await page.unroute('**/toggle');
  await expect.poll(() => toggle.getAttribute('aria-busy')).toBeNull();
  await toggle.click();
  await row('Keitaro').getByText('Active', { exact: true }).waitFor();
});

test('warns again when a problem returns that was dismissed and had ended', async () => {
  const postback = { _id: 'voluum', name: 'Voluum' };
  const failing = { postback, problem: 'failing', successRate: 50, since: '2026-03-02T09:00:00.000Z' };
  let problems = [failing];
  const health = '**/api/postbacks/health';
  await page.route(health, (route) => route.fulfill({ json: { success: true, data: problems } }));
  await page.goto('/postbacks');
  const banner = page.getByRole('alert').filter({ hasText: 'Voluum' });
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await banner.waitFor({ state: 'detached' });
  const toggle = page.getByRole('switch', { name: 'Toggle Keitaro' });
  problems = [];
  // A toggle reads the problems again. Not the answer to a read from before it.
  const ended = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith('/postbacks/health') && (await bodyOf(answer)).includes('"data":[]'),
  );
  await Promise.all([ended, toggle.click()]);
  await row('Keitaro').getByText('Inactive').waitFor();
  await expect.poll(() => toggle.getAttribute('aria-busy')).toBeNull();
  problems = [failing];
  await toggle.click();
  await banner.waitFor();
  await row('Keitaro').getByText('Active', { exact: true }).waitFor();
  await page.unroute(health);
});

test('turns itself off when the partner answers Gone, and warns the admin with a link to its logs', async () => {
  await page.goto('/dashboard');
  sink.answerWith(410);
  await lead('PB-6');
  const banner = page.getByRole('alert').filter({ hasText: 'turned itself off' });
  await banner.getByRole('link', { name: 'See its logs' }).click();
  await row('PB-6').getByText('410', { exact: true }).waitFor();
  await page.getByText('Gone', { exact: true }).waitFor();
});

test('on a phone in dark mode, no screen is wider than the window', async () => {
  const window = { width: 390, height: 844, colorScheme: 'dark' } as const;
  const phone = await stage.signedIn(stage.people.admin, '/postbacks', window);
  await phone.getByRole('link', { name: 'Keitaro', exact: true }).waitFor();
  const logs = await phone.getByRole('link', { name: 'Logs of Keitaro' }).getAttribute('href');
  const screens = [
    '/postbacks',
    '/postbacks/new',
    logs,
    logs?.replace('logs', 'test'),
    logs?.replace('logs', 'edit'),
  ];
  for (const screen of screens) {
    await phone.goto(screen ?? '');
    await phone.getByRole('heading', { level: 1 }).waitFor();
    const [wide, tall] = await phone.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
    expect([screen, wide, tall]).toEqual([screen, 390, 844]);
  }
});

test('deletes a postback after a confirmation', async () => {
  await page.goto('/postbacks');
  await page.getByRole('button', { name: 'Delete Keitaro' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No postbacks configured').waitFor();
});
