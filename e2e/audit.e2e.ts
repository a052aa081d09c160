import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hold } from './hold.ts';
import { nextFrames } from './next-frames.ts';
import { SUPER } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { untilKept } from './until-kept.ts';

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 30 });
  page = await stage.signedIn(stage.people.admin, '/audit-history');
});

const rows = (of: Page) => of.getByRole('table', { name: 'Audit History' }).getByRole('row');

test('an admin reads who changed what, filters it, asks why, and exports it', async () => {
  await rows(page).filter({ hasText: 'Signed in' }).first().waitFor();

  // A change in another window arrives by itself.
  const other = await stage.signedIn(stage.people.admin, '/profile?tab=organization');
  const name = other.getByLabel('Organization Name');
  const before = await name.inputValue();
  await name.fill('Renamed Sales');
  await name.press('Enter');
  const renamed = rows(page).filter({ hasText: 'Renamed Sales' }).first();
  await renamed.getByText(before).waitFor();
  await renamed.getByRole('button').click();

  const dialog = page.getByRole('dialog', { name: 'Audit Entry' });
  await dialog
    .getByRole('row', { name: /Renamed Sales/ })
    .getByRole('cell', { name: before })
    .waitFor();
  await dialog.getByText('It was not caused by another entry and has caused none.').waitFor();
  await dialog.getByRole('button', { name: 'Only this record' }).click();
  await page.waitForURL(/subject=tenant-/);
  await rows(page).filter({ hasText: 'Signed in' }).first().waitFor({ state: 'detached' });
  await page.keyboard.press('F');

  // A half typed address is no filter, and the page says so.
  await page.getByLabel('IP address').fill('127.0.');
  await page.getByText("'127.0.' is not a complete IP address").waitFor();
  await page.getByLabel('IP address').fill('');
  await page.getByLabel('IP address').blur();
  await page.getByText('is not a complete IP address').waitFor({ state: 'detached' });

  await page.getByLabel('Action').selectOption('Lead created');
  await page.waitForURL(/action=LeadCreated/);
  // A pattern tells the action from the record 'Organization Renamed Sales'.
  await rows(page)
    .filter({ hasText: /Organization renamed/ })
    .waitFor({ state: 'detached' });
  await rows(page).filter({ hasText: 'Lead created' }).first().waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('B')]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.split('\r\n')[1]).toContain('Lead created');
  expect(text).not.toContain('Organization renamed');
  await other.context().close();
});

test('presses while a page loads turn further pages when it is there', async () => {
  const reader = await stage.signedIn(stage.people.admin, '/audit-history?limit=25');
  const pageShown = (page: number) =>
    reader.getByRole('status').getByText(`Page ${page}`, { exact: true }).waitFor();
  await pageShown(1);
  const release = await hold(reader, /audit-logs\?.*before=/);
  const second = reader.waitForResponse(/audit-logs\?.*before=/);
  await reader.keyboard.press(']');
  await pageShown(2);
  await reader.keyboard.press(']');
  release();
  await pageShown(3);
  // The third page begins where the second one ends.
  const { older } = (await (await second).json()).data;
  expect(new URL(reader.url()).searchParams.get('place')).toBe(`before:${older}`);

  await reader.keyboard.press('[');
  await reader.keyboard.press('[');
  await pageShown(1);
  await reader.context().close();
});

test('a press at the moment when the page arrives is added to those before it', async () => {
  const reader = await stage.signedIn(stage.people.admin, '/audit-history?limit=10');
  const status = reader.getByRole('status').getByText(/^Page/);
  await expect.poll(() => status.textContent()).toBe('Page 1');
  const release = await hold(reader, /audit-logs\?.*before=/);
  await reader.keyboard.press(']');
  await expect.poll(() => status.textContent()).toBe('Page 2');
  await reader.keyboard.press(']');
  // An observer is called after the new rows are in the page, and before the effects of React.
  await reader.evaluate(`
    new MutationObserver((_, observer) => {
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ']', code: 'BracketRight', bubbles: true }));
    }).observe(document.querySelector('[role=table], table'), { childList: true, subtree: true });
  `);
  release();
  await expect.poll(() => status.textContent()).toBe('Page 4');
  await reader.context().close();
});

test('a press while other filters load does not turn the page of the list that they show', async () => {
  const reader = await stage.signedIn(stage.people.admin, '/audit-history?limit=25');
  const older = reader.getByRole('button', { name: 'Older' });
  await older.waitFor();
  const release = await hold(reader, /audit-logs\?/);
  const asked = reader.waitForRequest(/audit-logs\?/);
  const filtered = reader.waitForResponse(/audit-logs\?/);
  await reader.getByLabel('Date').selectOption('Last 30 days');
  await asked;
  await older.click();
  release();
  await (await filtered).finished();
  await nextFrames(reader);
  expect(new URL(reader.url()).searchParams.get('page')).toBeNull();
  await reader.context().close();
});

test('the button that turns to the first page keeps the focus there', async () => {
  const reader = await stage.signedIn(stage.people.admin, '/audit-history?limit=25');
  const pageShown = (page: number) =>
    reader.getByRole('status').getByText(`Page ${page}`, { exact: true }).waitFor();
  await untilKept(reader);
  await reader.getByRole('button', { name: 'Older' }).press('Enter');
  await pageShown(2);
  const newer = reader.getByRole('button', { name: 'Newer' });
  await newer.press('Enter');
  await pageShown(1);
  await nextFrames(reader);
  expect(await newer.getAttribute('aria-disabled')).toBe('true');
  expect(await reader.locator(':focus').textContent()).toBe('Newer');
  await newer.press('Enter');
  await nextFrames(reader);
  await pageShown(1);
  await reader.context().close();
});

test('a download of checkpoints says when the oldest ones are not in it', async () => {
  await page.route('**/api/admin/audit-checkpoints', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, cut: true } } });
  });
  const button = page.getByRole('button', { name: 'Signed checkpoints' });
  // The toast is gone after 5 s: it is waited for before the file is read.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText('without the oldest ones. Keep the files of earlier downloads.').waitFor(),
    button.click(),
  ]);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ data: { cut: true } });
});

test('a super admin reads the history of all organisations', async () => {
  const owner = await stage.signedIn(SUPER, '/audit-history?action=OrganizationRenamed');
  await rows(owner).filter({ hasText: 'Renamed Sales' }).first().waitFor();
  await owner.context().close();
});
