import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { nextFrames } from './next-frames.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** Errors appear beside their fields with the specified texts, from the browser and from the server. */
let stage: Stage;
let page: Page;

const NewPostback = z.object({ postback: z.object({ _id: z.string() }) });
/** The only row of a list. */
const First = z.tuple([z.object({ _id: z.string() })]);

beforeAll(async () => {
  stage = await openStage({ leads: 5 });
  page = await stage.signedIn(stage.people.admin, '/leads/new');
});

/** The error that a screen reader announces for a field. */
async function errorOf(label: string): Promise<string | null> {
  const field = page.getByLabel(label, { exact: false }).first();
  const describedBy = (await field.getAttribute('aria-describedby')) ?? '';
  const texts = await Promise.all(
    describedBy
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => page.locator(`[id="${id}"]`).textContent()),
  );
  return texts.join(' ');
}

test('an empty lead form shows the required fields', async () => {
  await page.getByRole('button', { name: 'Create Lead' }).click();
  await expect.poll(() => errorOf('Full Name')).toContain('This field is required');
  expect(await errorOf('Phone')).toContain('This field is required');
  expect(await errorOf('Product Name')).toContain('This field is required');
});

test('an invalid phone and email show their errors', async () => {
  await page.getByLabel('Phone', { exact: false }).first().fill('12ab');
  await page.getByLabel('Email', { exact: false }).first().fill('not an email');
  await page.getByRole('button', { name: 'Create Lead' }).click();
  await expect.poll(() => errorOf('Phone')).toContain('Please enter a valid phone number');
  expect(await errorOf('Email')).toContain('Please enter a valid email address');
});

test('a taken email shows the error of the server beside the email', async () => {
  await visit(page, '/users/new');
  await page.getByLabel('Username').fill('someone.new');
  await page.getByLabel('Full Name').fill('Someone New');
  await page.getByLabel('Email').fill(stage.people.operator);
  await page.getByLabel('Password', { exact: true }).fill('long enough');
  await page.getByLabel('Confirm Password').fill('long enough');
  await page.getByRole('button', { name: /Create User/ }).click();
  await expect.poll(() => errorOf('Email')).toContain('This email is already in use');
});

test('different passwords show an error', async () => {
  await page.getByLabel('Confirm Password').fill('something else');
  await page.getByRole('button', { name: /Create User/ }).click();
  await expect.poll(() => errorOf('Confirm Password')).toContain('Passwords do not match');
});

test('an empty offer form shows errors for name, category and price', async () => {
  await visit(page, '/offers/new');
  await page.getByRole('button', { name: /Create Offer/ }).click();
  await page.getByText('Offer name is required').waitFor();
  await page.getByText('Category is required').waitFor();
  await page.getByText('Price is required').waitFor();
});

test('what the server said to an earlier attempt goes with the next one, also when that is not sent', async () => {
  await page.route('**/api/offers', (route) => route.fulfill({ status: 500 }));
  await page.getByLabel('Offer Name').fill('Knee oil');
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('Price').fill('49.90');
  await page.getByRole('button', { name: /Create Offer/ }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'Failed to save offer' });
  await problem.waitFor();
  await page.unroute('**/api/offers');
  await page.getByLabel('Price').fill('');
  await page.getByRole('button', { name: /Create Offer/ }).click();
  await page.getByText('Price is required').waitFor();
  expect(await problem.count()).toBe(0);
});

test('an answer that comes after its page was left opens no other page', async () => {
  const send = await hold(page, /\/api\/offers$/);
  const sent = page.waitForRequest((call) => call.method() === 'POST' && call.url().endsWith('/api/offers'));
  await page.getByLabel('Price').fill('49.90');
  await page.getByRole('button', { name: /Create Offer/ }).click();
  await sent;
  await page.getByRole('link', { name: 'Offers', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  // With the page of an offer, its code is loaded: that of the new one would open at once.
  await page.waitForURL(/\/offers\/[0-9a-f-]{36}$/);
  const opened = page.url();
  send();
  await page.getByText('Offer created successfully').waitFor();
  await nextFrames(page);
  expect(page.url()).toBe(opened);
});

test('a refusal that comes after the page of a confirmation was left is shown nevertheless', async () => {
  const [{ _id }] = First.parse(await callApi(stage.url, stage.people.admin, 'GET', '/offers?limit=1'));
  // Another page to go back to: the last one may be that of the same offer.
  await visit(page, '/offers');
  await visit(page, `/offers/${_id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.route(`**/api/offers/${_id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 409, json: { success: false, message: 'Not this one' } })
      : route.fallback(),
  );
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
  await leaveWhile(page, new RegExp(`/api/offers/${_id}$`), () => confirm.click());
  await page.getByText('Not this one').waitFor();
  await page.unroute(`**/api/offers/${_id}`);
});

test('a secret that comes after its page was left is named, as it is shown only once', async () => {
  await visit(page, '/profile?tab=organization');
  await page.getByRole('button', { name: 'New Key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Landing pages');
  await leaveWhile(page, /\/admin\/api-keys$/, () => dialog.getByRole('button', { name: 'New Key' }).click());
  await page.getByText('The API key “Landing pages” was created, but not shown').waitFor();

  const path = await newPostback();
  await visit(page, path);
  await page.getByRole('button', { name: 'Roll secret' }).click();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Roll secret' });
  await leaveWhile(page, /\/roll-secret$/, () => confirm.click());
  await page.getByText('The signing secret was rolled, but the new one was not shown').waitFor();

  await visit(page, '/postbacks/new');
  await page.getByLabel('Name').first().fill('Voluum');
  await page.getByLabel('URL', { exact: false }).first().fill('https://partner.example/postback');
  await page.getByLabel('New Lead', { exact: true }).check();
  const create = page.getByRole('button', { name: 'Create Postback' });
  await leaveWhile(
    page,
    /\/api\/postbacks$/,
    () => create.click(),
    async () => {
      await page.getByRole('link', { name: 'Offers', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    },
  );
  await page.getByText('The signing secret of the postback “Voluum” was not shown').waitFor();
});

/** Leaves the page while a call without an answer runs, then lets it go. */
async function leaveWhile(
  of: Page,
  url: RegExp,
  start: () => Promise<void>,
  leave: () => Promise<void> = () => of.evaluate(() => window.history.back()),
): Promise<void> {
  const send = await hold(of, url);
  const sent = of.waitForRequest((call) => call.method() !== 'GET' && url.test(call.url()));
  await start();
  await sent;
  const { pathname } = new URL(of.url());
  await leave();
  await of.waitForURL((now) => now.pathname !== pathname);
  send();
}

/** @returns the path of the page that edits it */
async function newPostback(): Promise<string> {
  const form = { name: 'Keitaro', url: 'https://partner.example/postback', triggerEvents: ['new_lead'] };
  const created = await callApi(stage.url, stage.people.admin, 'POST', '/postbacks', form);
  return `/postbacks/${NewPostback.parse(created).postback._id}/edit`;
}

test('a dialog refuses a text that is too long beside its field; Ctrl Enter sends it', async () => {
  const [{ _id }] = First.parse(await callApi(stage.url, stage.people.admin, 'GET', '/leads?limit=1'));
  await visit(page, `/leads/${_id}`);
  await page.getByRole('heading', { name: /^Order/ }).waitFor();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Manual').click();
  const comment = dialog.getByLabel('Comment', { exact: false }).last();
  await comment.fill('x'.repeat(2001));
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('Cannot exceed 2000 characters').waitFor();
  await comment.fill('Short enough');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'hidden' });
});

test('a dialog stays while its request runs, and shows the refusal', async () => {
  const dialog = page.getByRole('dialog');
  let refuse = () => {};
  const asked = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/api/leads/*/comments', async (route) => {
    await asked;
    await route.fulfill({ status: 409, json: { success: false, message: 'Not today' } });
  });
  await page.keyboard.press('c');
  await dialog.getByText('Manual').click();
  await dialog.getByLabel('Comment', { exact: false }).last().fill('Call at five');
  const sent = page.waitForRequest('**/api/leads/*/comments');
  await page.keyboard.press('Control+Enter');
  await sent;
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  expect(
    await dialog
      .getByLabel('Comment', { exact: false })
      .last()
      .evaluate((box) => box === document.activeElement),
  ).toBe(true);
  for (const name of ['Cancel', 'Close'])
    expect(await dialog.getByRole('button', { name }).isDisabled()).toBe(true);
  refuse();
  await dialog.getByText('Failed to add comment: Not today').waitFor();
  await page.unroute('**/api/leads/*/comments');
  await page.route('**/api/leads/*/comments', (route) => route.fulfill({ status: 500 }));
  await dialog.getByRole('button', { name: 'Add Comment' }).click();
  await dialog.getByText('Failed to add comment: Unknown error').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.unroute('**/api/leads/*/comments');
});

test('a comment that was refused without a word is said to have failed, and its text stays', async () => {
  const box = page.getByPlaceholder('What happened, and what comes next?');
  await page.route('**/api/leads/*/comments', (route) => route.fulfill({ status: 502 }));
  await box.fill('Call at six');
  await box.press('Control+Enter');
  await page.getByText('Failed to add comment', { exact: true }).waitFor();
  expect(await box.inputValue()).toBe('Call at six');
  await page.unroute('**/api/leads/*/comments');
});

test('a comment that is begun while the one before is sent stays in the box', async () => {
  const box = page.getByPlaceholder('What happened, and what comes next?');
  const add = page.locator('form').filter({ has: box }).getByRole('button', { name: 'Add Comment' });
  const send = await hold(page, /\/comments$/);
  await box.fill('Call at six');
  await box.press('Control+Enter');
  await expect.poll(() => add.isDisabled()).toBe(true);
  await box.fill('Call at seven');
  send();
  await expect.poll(() => add.isDisabled()).toBe(false);
  expect(await box.inputValue()).toBe('Call at seven');
  await box.press('Control+Enter');
  await expect.poll(() => box.inputValue()).toBe('');
});

test('Ctrl Enter in a list also sends what is typed there', async () => {
  const form = await stage.signedIn(stage.people.admin, '/postbacks/new');
  await form.getByRole('button', { name: 'Keitaro' }).click();
  await form.getByLabel('URL', { exact: false }).first().fill('https://partner.test/postback');
  await form.getByLabel('Webmasters').fill('affbay');
  const sent = form.waitForRequest(
    (request) => request.method() === 'POST' && /postbacks$/.test(request.url()),
  );
  await form.keyboard.press('Control+Enter');
  expect((await sent).postDataJSON()).toMatchObject({ filters: { webmasters: ['affbay'] } });
  await form.context().close();
});

test("an edit goes on after a colleague's edit, at the first field that the colleague changed", async () => {
  const call = (...[method, path, body]: [method: 'GET' | 'PUT', path: string, body?: object]) =>
    callApi(stage.url, stage.people.admin, method, path, body);
  const [{ _id }] = First.parse(await call('GET', '/leads?limit=1'));
  await visit(page, `/leads/${_id}/edit`);
  await page.getByLabel('State').fill('Kerala');
  await call('PUT', `/leads/${_id}`, { city: 'Kochi', remarks: 'Calls after six' });
  await page.getByText('Another user has changed this lead.').waitFor();
  await page.getByRole('button', { name: 'Reload' }).press('Enter');
  const focused = page.locator(':focus');
  await expect.poll(() => focused.getAttribute('name')).toBe('city');
  await expect.poll(() => focused.inputValue()).toBe('Kochi');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Lead updated successfully').waitFor();
  const Saved = z.object({ lead: z.object({ city: z.string(), state: z.string(), remarks: z.string() }) });
  // This read waits for the colleague's own writes only.
  await expect
    .poll(async () => Saved.parse(await call('GET', `/leads/${_id}`)).lead)
    .toEqual({ city: 'Kochi', state: 'Kerala', remarks: 'Calls after six' });
});

test('a form that is opened right after a save waits for an answer that includes it', async () => {
  const path = `/offers/${First.parse(await callApi(stage.url, stage.people.admin, 'GET', '/offers?limit=1'))[0]._id}`;
  const before = await callApi(stage.url, stage.people.admin, 'GET', path);
  await visit(page, `${path}/edit`);
  const field = page.getByLabel('Offer Name');
  await field.fill('Renamed just now');
  const detail = `**/api${path}`;
  let isBehind = true;
  let reads = 0;
  await page.route(detail, (route) => {
    if (route.request().method() !== 'GET' || !isBehind) return route.fallback();
    reads += 1;
    return route.fulfill({ json: { success: true, data: before }, headers: { 'x-stale': 'true' } });
  });
  await page.getByRole('button', { name: 'Update Offer' }).click();
  await page.getByText('Offer updated successfully').waitFor();
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await page.waitForURL('**/edit');
  const earlier = reads;
  await expect.poll(() => reads).toBeGreaterThan(earlier);
  await nextFrames(page);
  expect(await field.count()).toBe(0);
  isBehind = false;
  await field.waitFor();
  expect(await field.inputValue()).toBe('Renamed just now');
  await page.unroute(detail);
});
