import { systemOverview } from '@crm/contracts/dashboards/platform.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { archiveOfLines, organisation } from './api/archives.ts';
import { callApi } from './call-api.ts';
import { fillSignIn, PASSWORD, SUPER } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 5 });
  page = await stage.signedIn(SUPER, '/organizations');
});

const rowOf = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
const act = async (row: Locator, name: string) => {
  await row.getByRole('button', { name: /^Actions of/ }).click();
  await page.getByRole('menuitem', { name }).click();
};
const dialog = () => page.getByRole('dialog');

test('a super admin adds an organisation, corrects its admin, and finds it', async () => {
  await page.getByRole('button', { name: 'Add Organization' }).click();
  await dialog().getByRole('button', { name: 'Add Organization' }).click();
  await expect.poll(() => dialog().getByText('This field is required').count()).toBe(4);
  await dialog().getByLabel('Organization Name').fill('Gulf Trading');
  await dialog().getByLabel('Full Name of the Admin').fill('Omar Farouk');
  await dialog().getByLabel('Username').fill('omar');
  await dialog().getByLabel('Email').fill(stage.people.admin);
  await page.keyboard.press('Control+Enter');
  await dialog().getByText('This email is already in use').waitFor();
  const email = `omar-${stage.people.admin}`;
  await dialog().getByLabel('Email').fill(email);
  await page.keyboard.press('Control+Enter');
  await page.getByText(`Gulf Trading created. A mail was sent to ${email}.`).waitFor();

  await page.getByPlaceholder('Search by organization, admin, or email...').fill(email.toUpperCase());
  await page.waitForURL(/search=/);
  await expect.poll(() => page.getByRole('row').filter({ hasText: '@' }).count()).toBe(1);
  await act(rowOf(email), 'Edit Admin');
  await dialog().getByLabel('Full Name of the Admin').fill('Omar F. Aziz');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await rowOf(email).getByText('Omar F. Aziz').waitFor();
  await act(rowOf(email), 'Rename Organization');
  await dialog().getByLabel('Organization Name').fill('Aziz Trading');
  await dialog().getByRole('button', { name: 'Rename' }).click();
  await rowOf(email).getByText('Aziz Trading').waitFor();
});

const Organisations = z.array(
  z.looseObject({ admin: z.looseObject({ email: z.string(), revision: z.int() }).nullable() }),
);

test('an edit of an admin is saved when a link for a password was mailed to them meanwhile', async () => {
  const email = stage.people.rivalAdmin;
  const search = encodeURIComponent(email);
  const found = () => callApi(stage.url, SUPER, 'GET', `/super-admin/tenants?search=${search}`);
  const revisionIn = (tenants: unknown) =>
    Organisations.parse(tenants).find(({ admin }) => admin?.email === email)?.admin?.revision;
  await visit(page, `/organizations?search=${search}`);
  await act(rowOf(email), 'Edit Admin');
  await dialog().getByLabel('Full Name of the Admin').fill('Vera Rival');
  const data = await found();
  await fetch(`${stage.url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  await expect.poll(async () => revisionIn(await found())).not.toBe(revisionIn(data));
  // The first answers of a busy server are from before the mail.
  const late = /\/super-admin\/tenants\?/;
  const asked = new Set<string>();
  await page.route(late, async (route) => {
    const url = route.request().url();
    if (asked.has(url)) return route.fallback();
    asked.add(url);
    const answer = await (await route.fetch()).json();
    return route.fulfill({ json: { ...answer, data }, headers: { 'x-stale': 'true' } });
  });
  await dialog().getByRole('button', { name: 'Save' }).click();
  await rowOf(email).getByText('Vera Rival').waitFor();
  await page.unroute(late);
});

test('a suspension closes the open console of its users, and a deletion can be undone', async () => {
  await page.goto(`/organizations?search=${encodeURIComponent(stage.people.rivalAdmin)}`);
  const row = rowOf(stage.people.rivalAdmin);
  const admin = await stage.signedIn(stage.people.rivalAdmin, '/leads');
  await admin.getByText(/^Showing/).waitFor();
  // Hears nothing of the suspension, as a device that sleeps.
  const deaf = await stage.openWindow();
  await deaf.routeWebSocket(/socket\.io/, (socket) => void socket.close());
  await deaf.route('**/socket.io/**', (request) => request.abort());
  await deaf.goto('/login');
  await fillSignIn(deaf, stage.people.rivalAdmin, PASSWORD);
  await deaf.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await act(row, 'Suspend');
  await dialog().getByRole('button', { name: 'Suspend' }).click();
  await dialog().getByText('This field is required').waitFor();
  await dialog().getByLabel('Reason').fill('Unpaid invoices');
  // Closed before it was sent: the reason comes back.
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await act(row, 'Suspend');
  await dialog().getByText('Restored what you typed before').waitFor();
  // Not 'Discard', although the notice is shown above it.
  await dialog().locator('input:focus').waitFor();
  await dialog().getByRole('button', { name: 'Suspend' }).click();
  await row.getByText('Suspended').waitFor();
  await row.getByText('Unpaid invoices').waitFor();
  // Without a click of the admin.
  await admin.waitForURL('**/login*');
  // A click reads, unless the page has read by itself meanwhile and is left already.
  const signedOut = deaf.waitForURL('**/login*');
  await Promise.race([signedOut, deaf.getByRole('link', { name: 'Users' }).click()]);
  await signedOut;

  await act(row, 'Reactivate');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate' }).click();
  await row.getByText('Active').waitFor();

  await act(row, 'Delete');
  await dialog().getByLabel('Reason').fill('Contract ended');
  await dialog().getByRole('button', { name: 'Delete Organization' }).click();
  await row.getByText('Deleted').waitFor();
  await row.getByText(/^Contract ended\. Can be restored until /).waitFor();
  await act(row, 'Restore');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await row.getByText('Active').waitFor();
});

test('the dashboard shows the figures of the installation and the state of its projections', async () => {
  // Other test files write all the time: a moment in which everything is applied may not come.
  await page.route(`**/api${systemOverview.path}`, async (route) => {
    const answer = await route.fetch();
    if (!answer.ok()) return route.fulfill({ response: answer });
    const { data, ...others } = Overview.parse(await answer.json());
    const consumers = data.consumers.map((each) => ({ ...each, events: 0, seconds: 0 }));
    return route.fulfill({ json: { ...others, data: { ...data, consumers } } });
  });
  await page.goto('/dashboard');
  const tile = (label: string) => page.getByText(label, { exact: true }).locator('xpath=..');
  await tile('Active Organizations')
    .getByText(/^[1-9]\d*$/)
    .waitFor();
  await tile("Today's Leads (UTC)")
    .getByText(/yesterday$/)
    .waitFor();
  await tile('Failed Events').getByText('Everything was applied').waitFor();
  await page.getByText('No failed events').waitFor();
  const days = page.getByRole('region', { name: /^Leads a Day/ });
  await days.getByText('Show as a table').click();
  // The five leads of this file's organisations came in now.
  await expect.poll(async () => (await days.getByRole('row').count()) > 1).toBe(true);
  const lag = page.getByRole('region', { name: 'Projections and Reactions' });
  await lag.getByText(/^All \d+ are up to date\.$/).waitFor();
  await lag.getByText('Show all').click();
  await lag.getByRole('row').filter({ hasText: 'tenant-erasure' }).getByText('Up to date').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});
const Overview = z.looseObject({ data: systemOverview.data });

test('an archive is checked, its problems are named, and it is imported', async () => {
  await page.goto('/organizations');
  const upload = async (content: Buffer) => {
    await page.getByRole('button', { name: 'Import Archive' }).click();
    await dialog().getByRole('button', { name: 'Check Archive' }).click();
    await dialog().getByText('This field is required').waitFor();
    await dialog()
      .getByLabel('Archive')
      .setInputFiles({ name: 'Gulf-Imports.tar.gz', mimeType: 'application/gzip', buffer: content });
    await dialog().getByRole('button', { name: 'Check Archive' }).click();
  };
  const { lines, manifest } = organisation({ name: 'Gulf Imports' });
  const [tenant, user, lead] = lines;
  await upload(await archiveOfLines(manifest, [tenant, user, { ...lead, revision: 7 }]));
  await dialog().getByText('1 problem in the archive. Nothing was imported.').first().waitFor();
  await dialog().getByText('events/000001.jsonl, line 3').waitFor();
  const problem = dialog().getByText('revision: Must be 0, the next one of its stream');
  await problem.waitFor();
  // On a phone, the problem has the width of the dialog, below its place.
  await page.setViewportSize({ width: 390, height: 844 });
  const place = await dialog().getByText('events/000001.jsonl, line 3').boundingBox();
  const text = await problem.boundingBox();
  expect(text?.width).toBeGreaterThan(280);
  expect(text?.y).toBeGreaterThan(place?.y ?? Number.POSITIVE_INFINITY);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await dialog().getByRole('button', { name: 'Import Organization' }).count()).toBe(0);
  await page.keyboard.press('Escape');

  await upload(await archiveOfLines(manifest, lines));
  const content = dialog().getByRole('region', { name: 'Content of the archive' });
  await content.getByText('Gulf Imports').waitFor();
  await content.getByRole('button', { name: 'Import Organization' }).click();
  await dialog().getByText('Gulf Imports is imported').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('Search by organization, admin, or email...').fill('Gulf Imports');
  await rowOf('Gulf Imports').getByText('Active').waitFor();

  await page.getByRole('button', { name: 'Batches' }).click();
  await page
    .getByRole('menuitem', { name: /Gulf Imports/ })
    .first()
    .click();
  await dialog().getByText('Gulf Imports is imported').first().waitFor();
  await page.keyboard.press('Escape');
});

test('a super admin views an organisation in this tab, sees the banner on each page, and returns', async () => {
  await page.goto(`/organizations?search=${encodeURIComponent(stage.people.admin)}&limit=100`);
  await act(rowOf(stage.organisation).first(), 'View as Admin');
  const banner = page.getByRole('region', { name: 'Viewing' });
  await banner.getByText(new RegExp(`^You view ${stage.organisation} as .+, read only, until `)).waitFor();
  await page.getByText('Total Leads', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'All Leads' }).click();
  await page.getByText(/^Showing/).waitFor();
  await banner.waitFor();
  // What would be refused is not offered.
  const actions = page
    .getByRole('main')
    .getByRole('button', { name: /^(Add|Export|Edit|Delete|Assign|Update)/ });
  expect(await actions.count()).toBe(0);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Upload Leads' }).count()).toBe(0);
  await page.getByRole('link', { name: /^View/ }).first().click();
  await page.getByRole('tab', { name: 'Activity' }).waitFor();
  expect(await actions.count()).toBe(0);
  await page.goto('/users/new');
  await page.getByText('You only view this organization: nothing can be changed').waitFor();
  await banner.getByRole('button', { name: 'Stop viewing' }).click();
  await page.waitForURL('**/organizations');
  await page.getByRole('button', { name: 'Add Organization' }).waitFor();
  expect(await banner.count()).toBe(0);
});

test('to sign out while viewing an organisation signs the super admin out', async () => {
  const viewer = await stage.signedIn(
    SUPER,
    `/organizations?search=${encodeURIComponent(stage.people.admin)}`,
  );
  const own = await viewer.evaluate(() => localStorage.getItem('token'));
  await viewer
    .getByRole('row')
    .filter({ hasText: stage.organisation })
    .first()
    .getByRole('button', { name: /^Actions of/ })
    .click();
  await viewer.getByRole('menuitem', { name: 'View as Admin' }).click();
  await viewer.getByRole('region', { name: 'Viewing' }).waitFor();
  await viewer.getByRole('button', { name: /^User menu of/ }).click();
  await viewer.getByRole('menuitem', { name: 'Sign out' }).click();
  await viewer.waitForURL('**/login*');
  expect(
    await viewer.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('viewing-token')]),
  ).toEqual([null, null]);
  const headers = { authorization: `Bearer ${own}` };
  await expect.poll(async () => (await fetch(`${stage.url}/api/auth/me`, { headers })).status).toBe(401);
});
