import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { nextFrames } from './next-frames.ts';
import { PASSWORD } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** The page of a lead while the network is slow, and while a colleague works on the same lead. */
let stage: Stage;
let page: Page;
let leadId: string;

const Listed = z.array(z.object({ _id: z.string(), status: z.string() }));

beforeAll(async () => {
  stage = await openStage({ leads: 12 });
  await stage.postLead({ orderId: 'PAGE-1', fullName: 'Meera Nair' });
  page = await stage.signedIn(stage.people.admin, '/leads?orderIds=PAGE-1');
  await page.getByRole('link', { name: 'PAGE-1', exact: true }).click();
  await page.getByRole('heading', { name: 'Order PAGE-1' }).waitFor();
  leadId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
});

const dialog = () => page.getByRole('dialog');
const box = () => page.getByPlaceholder('What happened, and what comes next?');
const timeline = () => page.getByRole('list', { name: 'Activity Timeline' });
const menu = () => page.getByRole('navigation', { name: 'Main' });

describe('the status dialog, while a colleague sets another status', () => {
  const colleagueSets = (body: object) =>
    callApi(stage.url, stage.people.admin, 'PUT', `/leads/${leadId}`, body);
  const status = async () =>
    Listed.parse(await callApi(stage.url, stage.people.admin, 'GET', '/leads?orderIds=PAGE-1'))[0]?.status;

  async function openDialog() {
    await page.keyboard.press('s');
    await dialog().getByLabel('Comment').waitFor();
  }

  test('adds a comment, and leaves the status of the colleague', async () => {
    await openDialog();
    await dialog().getByLabel('Comment').fill('She wants to think about it');
    await colleagueSets({ status: 'approved' });
    await page.keyboard.press('Control+Enter');
    await dialog().waitFor({ state: 'detached' });
    await timeline().getByText('She wants to think about it').waitFor();
    expect(await status()).toBe('approved');
  });

  test('refuses another status, shows the one of the colleague, and changes that when it is sent again', async () => {
    await page.getByRole('definition').getByText('Approved', { exact: true }).waitFor();
    await openDialog();
    await dialog().getByText('Hold', { exact: true }).click();
    await colleagueSets({ status: 'trash', statusReason: 'Test order' });
    await page.keyboard.press('Control+Enter');
    await dialog().getByText('This was changed by somebody else meanwhile. Please look again.').waitFor();
    expect(await status()).toBe('trash');
    await dialog().getByText('The status is Trash now.').waitFor();
    await page.keyboard.press('Control+Enter');
    await dialog().waitFor({ state: 'detached' });
    // Calls from elsewhere do not wait for what the page has written.
    await expect.poll(status).toBe('hold');
  });
});

test('an operator who was switched off since the choice is not assigned, and the dialog says so', async () => {
  const admin = (method: 'POST' | 'PUT', path: string, body: object) =>
    callApi(stage.url, stage.people.admin, method, path, body);
  const { _id: id } = Created.parse(
    await admin('POST', '/users', {
      username: 'short.stay',
      email: `short-${stage.people.operator}`,
      fullName: 'Short Stay',
      password: PASSWORD,
      role: 'operator',
    }),
  ).user;
  await visit(page, `/leads/${leadId}`);
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await dialog().getByLabel('Operator').selectOption('Short Stay');
  await admin('PUT', `/users/${id}`, { isActive: false });
  await expect.poll(() => dialog().getByRole('option', { name: 'Short Stay' }).count()).toBe(0);
  await dialog().getByRole('button', { name: 'Assign', exact: true }).click();
  await dialog().getByRole('alert').filter({ hasText: 'Operator not found' }).waitFor();

  await dialog().getByLabel('Operator').selectOption({ index: 1 });
  await dialog().getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText('Lead assigned successfully').waitFor();
});
const Created = z.object({ user: z.object({ _id: z.string() }) });

describe('a comment that is being sent', () => {
  const comments = /\/api\/leads\/[^/]+\/comments/;

  test('is sent once, also from the box of another tab', async () => {
    let sent = 0;
    page.on('request', (request) => {
      if (comments.test(request.url())) sent += 1;
    });
    const release = await hold(page, comments);
    await box().fill('Calls back on Monday');
    await box().press('Control+Enter');
    await expect.poll(() => sent).toBe(1);
    await page.getByRole('tab', { name: 'Activity' }).click();
    await box().press('Control+Enter');
    release();
    await timeline().getByText('Calls back on Monday').waitFor();
    await expect.poll(() => box().inputValue()).toBe('');
    expect(sent).toBe(1);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('says that it was refused when the user is on another page', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(comments, async (route) => {
      await answered;
      await route.fulfill({ status: 409, json: { success: false, message: 'The lead is being erased' } });
    });
    await box().fill('Calls back on Friday');
    const asked = page.waitForRequest(comments);
    await box().press('Control+Enter');
    await asked;
    await menu().getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: /Dashboard$/ }).waitFor();
    answer();
    await page.getByText('The lead is being erased').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });
});

test('the next lead, when its page of the list arrives after the user has left, changes nothing', async () => {
  await visit(page, '/leads?limit=10');
  await page
    .getByRole('link', { name: /^(?:DEMO|PAGE)-/ })
    .nth(9)
    .waitFor();
  await page
    .getByRole('link', { name: /^(?:DEMO|PAGE)-/ })
    .last()
    .click();
  await page.getByRole('button', { name: /^Next lead/ }).waitFor();
  const release = await hold(page, /\/api\/leads\?.*page=2/);
  const asked = page.waitForRequest(/\/api\/leads\?.*page=2/);
  await page.keyboard.press('j');
  await asked;
  // Until the code of the next page is there, this one is still shown.
  const load = await hold(page, /assets\/OffersPage-/);
  await menu().getByRole('link', { name: 'Offers' }).click();
  await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor();
  const answered = page.waitForResponse(/\/api\/leads\?.*page=2/);
  release();
  await (await answered).finished();
  await nextFrames(page);
  load();
  await page.getByRole('heading', { name: 'Offers', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/offers');
  await page.unrouteAll({ behavior: 'wait' });
});
