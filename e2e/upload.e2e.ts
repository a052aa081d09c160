import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { loseAnswers } from './lose-answers.ts';
import { nextFrames } from './next-frames.ts';
import { openStage, type Stage } from './stage.ts';

/** An admin imports leads from a spreadsheet and exports them. */
let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 20 });
  page = await stage.signedIn(stage.people.admin, '/dashboard');
});

const sheet = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});
const button = (name: string | RegExp) => page.getByRole('button', { name });
const group = (name: string) => page.getByRole('group').filter({ hasText: name });

/** Performs an action and returns the file that the browser downloads. */
async function kept(act: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const text = readFileSync(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), text };
}

const lines = [
  'ID,Customer,Phone,Amount,Town,Favourite colour',
  'ZUP-1,Meera Nair,+91 98765 43210,499.00,Kochi,blue',
  'ZUP-2,Arun Das,+91 98765 43211,998.00,Pune,red',
  'ZUP-3,Nobody,none,10,Pune,',
  'ZUP-2,Arun Das,+91 98765 43211,998.00,Pune,red',
  'ZUP-4,Divya Rao,+91 98765 43212,12.50,Delhi,',
];

test('checks a file, maps its columns, saves its leads and distributes them', async () => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload Leads' }).click();
  await page.getByRole('heading', { name: 'Upload Leads' }).waitFor();

  await button('Show field guide').click();
  const guide = page.getByRole('region', { name: 'Field guide' });
  await guide.getByRole('rowheader', { name: 'Phone', exact: true }).waitFor();
  await guide.getByText('How to fix: Phone needs at least 10 digits. Price must be positive.').waitFor();
  await button('Hide field guide').click();
  await guide.waitFor({ state: 'detached' });

  expect(await button('Check file').isDisabled()).toBe(true);
  await page.getByLabel('Spreadsheet').setInputFiles(sheet('notes.pdf', ['x']));
  await page.getByText('notes.pdf is no .csv, .xlsx or .xls: save it as one of these').waitFor();
  await page.getByLabel('Spreadsheet').setInputFiles(sheet('march.csv', lines));
  await page.getByText('Choose an offer.').waitFor();
  await page.getByRole('radio').first().check();
  await page.getByText('Unlimited').first().waitFor();

  const counts = page.getByRole('spinbutton');
  expect(await counts.first().isDisabled()).toBe(true);
  await page.getByRole('region', { name: 'Operators' }).getByRole('checkbox').first().check();
  await counts.first().fill('2');
  await page.getByText('2 for operators', { exact: true }).waitFor();

  await button('Check file').click();
  await page.getByRole('heading', { name: 'What is in the file' }).waitFor();
  await group('Data Validation').getByText('Row 4').waitFor();
  await group('Data Validation').getByText('How to fix: Phone needs at least 10 digits.').waitFor();
  await group('Duplicates in File').getByText('Row 5').waitFor();
  await page.getByText('2 for operators, 1 unassigned').waitFor();

  await page.getByLabel('What Town is').selectOption('City');
  expect(await page.getByLabel('What Favourite colour is').inputValue()).toBe('');
  await page.getByText('What you changed changes what will be saved.').waitFor();
  const upload = '**/api/admin/upload-leads**';
  await page.route(upload, (route) => route.fulfill({ status: 500, json: { success: false } }));
  await button('Check again').click();
  const failed = page.getByText('Upload failed. Please try again.');
  await failed.waitFor();
  await page.unroute(upload);
  await button('Check again').click();
  await page.getByRole('columnheader', { name: 'Town as City' }).waitFor();

  // The URL holds the complete state.
  await page.reload();
  await page.getByRole('columnheader', { name: 'Town as City' }).waitFor();
  await page.getByText('2 for operators, 1 unassigned').waitFor();

  // An upload that failed says so until the next step, whichever it is.
  await page.route(upload, (route) => route.fulfill({ status: 422, json: { success: false } }));
  await button('Upload 3 leads').click();
  await failed.waitFor();
  await page.unroute(upload);
  await page.getByLabel('What Favourite colour is').selectOption('Additional field');
  await button('Check again').click();
  await button('Upload 3 leads').waitFor();
  await failed.waitFor({ state: 'detached' });
  await button('Upload 3 leads').click();
  await page.getByText('3 leads saved; 2 rows have errors').waitFor();
  expect(
    await page
      .getByText(/^(Unassigned)$/)
      .locator('..')
      .textContent(),
  ).toBe('Unassigned1');
  await page.reload();
  await page.getByText('3 leads saved; 2 rows have errors').waitFor();

  const errors = await kept(() => button('Download rows with errors').click());
  expect(errors.name).toBe('march errors.csv');
  expect(errors.text).toContain('ZUP-3,Nobody,none,10,Pune,,');
  await page.getByRole('link', { name: 'Go to the leads' }).click();
  await page.getByRole('row').filter({ hasText: 'ZUP-4' }).waitFor();
});

test('asks for the order of ambiguous dates; ticked operators share the leads evenly', async () => {
  await page.goto('/upload-leads');
  const dated = [
    'ID,Date,Customer,Phone,Amount',
    ...[1, 2].map((n) => `DAY-${n},0${n}/04/2025,Ila Sen,+91 98765 4326${n},50`),
    'DAY-3,2025-04-03,Ila Sen,+91 98765 43263,50',
  ];
  await page.getByLabel('Spreadsheet').setInputFiles(sheet('april.csv', dated));
  await page.getByRole('radio').first().check();
  const operators = page.getByRole('region', { name: 'Operators' });
  await operators.getByRole('checkbox').first().check();
  await operators.getByRole('checkbox').nth(1).check();
  await page.getByText('All leads, shared evenly').waitFor();
  await button('Check file').click();
  await page
    .getByText(
      'The dates can be read in two ways, for example 01/04/2025 in row 2. Choose which comes first, the day or the month.',
    )
    .waitFor();
  await page.getByText('Choose the order of day and month below first.').waitFor();
  expect(await button('Upload 1 lead').isDisabled()).toBe(true);
  await page.getByText('Day first', { exact: true }).click();
  await button('Check again').click();
  await page.getByText('As you chose.').waitFor();
  const row = page.getByRole('region', { name: 'First rows of the file' }).getByRole('row').nth(1);
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    expect.stringContaining('Apr 1, 2025'),
    '₹50.00',
    ...(dated[1]?.split(',') ?? []),
  ]);
  expect(await page.getByText('Currency', { exact: true }).locator('..').textContent()).toBe('CurrencyINR');
  await page.getByText('3 for operators, 0 unassigned').waitFor();
  expect(await operators.getByRole('spinbutton').first().getAttribute('placeholder')).toBe('2');
  await button('Upload 3 leads').click();
  await page.getByText('3 leads saved', { exact: true }).waitFor();
  const result = await page.getByRole('region', { name: 'Result' }).locator('dl').textContent();
  expect(result).toMatch(/2 leads.*1 lead.*Unassigned0$/);
});

test('the same file again has no new leads and reports it; the mapping is remembered', async () => {
  await page.goto('/upload-leads');
  await page.getByLabel('Spreadsheet').setInputFiles(sheet('march again.csv', lines));
  await page.getByRole('radio').first().check();
  await button('Check file').click();
  await page.getByText('No row could be saved as it is: see below what is wrong with them.').waitFor();
  await group('Already in Database').getByText('Row 2').waitFor();
  // Each row is counted once.
  expect(await page.getByText('Already there').locator('../..').allTextContents()).toEqual([
    'Rows5Valid and new0Already there3Other errors2',
  ]);
  await page.getByText('Remembered', { exact: true }).first().waitFor();
  expect(await button('Upload 0 leads').isDisabled()).toBe(true);
  await button('Discard').click();
  await page.getByText('Choose a spreadsheet, or drop it here').waitFor();
});

test('the server also rejects a file that is not a spreadsheet', async () => {
  await page.goto('/upload-leads');
  await page
    .getByLabel('Spreadsheet')
    .setInputFiles(sheet('picture.xlsx', ['PK\u0003\u0004 but no archive']));
  await page.getByRole('radio').first().check();
  await button('Check file').click();
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'No lead was saved' }).waitFor();
  // The file has no row that could be corrected.
  expect(await page.getByRole('region', { name: 'Rows with errors' }).count()).toBe(0);
  await button('Upload another file').click();
  await page.getByText('Choose a spreadsheet, or drop it here').waitFor();

  await page.getByLabel('Spreadsheet').setInputFiles(sheet('renamed.csv', ['%PDF-1.7']));
  await button('Check file').click();
  const error = page.getByText('The file is a PDF, not a spreadsheet: send .csv, .xlsx or .xls');
  await error.waitFor();
  expect(await page.getByLabel('Spreadsheet').getAttribute('aria-invalid')).toBe('true');
});

test('a clicked check shows its figures, which no tooltip covers', async () => {
  const other = await stage.signedIn(stage.people.admin, '/no-such-page');
  await other.clock.install();
  await other.goto('/upload-leads');
  await other.getByLabel('Spreadsheet').setInputFiles(sheet('figures.csv', lines));
  await other.getByRole('radio').first().check();
  // The list of operators moves the button below it.
  await other.getByRole('region', { name: 'Operators' }).getByRole('checkbox').first().waitFor();
  await other.getByRole('button', { name: 'Check file' }).click();
  // Where the pointer is.
  const upload = other.getByRole('button', { name: /^Upload \d+ leads?$/ });
  await expect.poll(() => upload.evaluate((one) => one.matches(':hover'))).toBe(true);
  // The tooltip's delay.
  await other.clock.runFor(1000);
  expect(await other.getByRole('tooltip').count()).toBe(0);
  await other.mouse.move(0, 0);
  await upload.hover();
  await other.clock.runFor(1000);
  await other.getByRole('tooltip').waitFor();
  await other.close();
});

test('drops a file and checks it by keyboard', async () => {
  await page.goto('/upload-leads');
  await page.getByRole('radio').first().check();
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['Customer,Phone,Price\nIla Sen,+91 98765 43299,5\n'], 'dropped.csv'));
    return data;
  });
  await page
    .getByText('Choose a spreadsheet, or drop it here')
    .dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByText('dropped.csv').first().waitFor();
  await page.locator('body').press('u');
  await button('Upload 1 lead').waitFor();
  await page.locator('body').press('u');
  await page.getByText('1 lead saved', { exact: true }).waitFor();
});

test('an upload whose answer was lost does not stop that of another file', async () => {
  await page.goto('/upload-leads');
  await page.getByRole('radio').first().check();
  const check = async (name: string, orderId: string) => {
    const file = sheet(name, ['ID,Customer,Phone,Price', `${orderId},Ila Sen,+91 98765 43288,5`]);
    await page.getByLabel('Spreadsheet').setInputFiles(file);
    await button('Check file').click();
    await button('Upload 1 lead').waitFor();
  };
  await check('lost.csv', 'LOST-1');
  const upload = '**/api/admin/upload-leads**';
  await loseAnswers(page, upload);
  await button('Upload 1 lead').click();
  await page.getByText('The server could not be reached. Check your connection and try again.').waitFor();
  await page.unroute(upload);
  await check('next.csv', 'NEXT-1');
  await button('Upload 1 lead').click();
  await page.getByText('1 lead saved', { exact: true }).waitFor();
});

test('an answer that arrives after the user has left the page changes nothing on another one', async () => {
  await page.goto('/upload-leads');
  await page.getByLabel('Spreadsheet').setInputFiles(sheet('late.csv', lines));
  await page.getByRole('radio').first().check();
  const release = await hold(page, /\/api\/admin\/upload-leads/);
  const asked = page.waitForRequest(/\/api\/admin\/upload-leads/);
  await button('Check file').click();
  await asked;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Leads' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption('hold');
  await page.waitForURL('**/leads?status=hold');
  const answered = page.waitForResponse(/\/api\/admin\/upload-leads/);
  release();
  await (await answered).finished();
  await nextFrames(page);
  expect(new URL(page.url()).search).toBe('?status=hold');
  await page.unrouteAll({ behavior: 'wait' });
});

test('an operator has no access', async () => {
  const operator = await stage.signedIn(stage.people.operator, '/upload-leads');
  await operator.getByText('Admin privileges required').waitFor();
  await operator.context().close();
});

test('exports the listed and the selected leads', async () => {
  await page.goto('/leads?search=ZUP-');
  await page.getByText('Showing: 3 of 3 leads').waitFor();
  const rows = page.getByRole('link', { name: /^ZUP-\d$/ });
  // In which order the leads of a file come in is not certain: two commits of the store may overtake each other.
  await expect
    .poll(async () => (await rows.allTextContents()).toSorted())
    .toEqual(['ZUP-1', 'ZUP-2', 'ZUP-4']);
  const listed = await rows.allTextContents();
  await button('Export').click();
  // The toasts are gone after 5 s: they are waited for before the file is read.
  const [all] = await Promise.all([
    kept(() => page.getByRole('menuitem', { name: 'All 3 listed · CSV (.csv)' }).click()),
    page.getByText('Export completed successfully').waitFor(),
  ]);
  expect(all.name).toMatch(new RegExp(`^${stage.organisation} leads \\d{4}-\\d\\d-\\d\\d 'ZUP-'\\.csv$`));
  const ids = all.text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[0]);
  expect(ids).toEqual(listed);

  await page.getByRole('row').filter({ hasText: 'ZUP-2' }).getByRole('checkbox').check();
  await button('Export').click();
  const [one] = await Promise.all([
    kept(() => page.getByRole('menuitem', { name: '1 selected · Excel (.xlsx)' }).click()),
    page.getByText('Successfully exported 1 selected lead(s)').waitFor(),
  ]);
  expect(one.name).toMatch(/selection\.xlsx$/);

  await page.goto('/leads?search=nobody-at-all');
  await page.getByText('No leads found').waitFor();
  await button('Export').click();
  await page.getByRole('menuitem', { name: 'All 0 listed · CSV (.csv)' }).click();
  await page.getByText('Export file is empty. No data matches your filters.').waitFor();
});

test('an offer older than the newest 100 is found by its name, and stays chosen', async () => {
  const offer = { category: 'joint-health', price: 10, currency: 'INR' };
  const add = (name: string) => callApi(stage.url, stage.people.admin, 'POST', '/offers', { ...offer, name });
  await add('Oldest balm');
  for (let n = 1; n <= 100; n += 1) await add(`Newer balm ${n}`);
  await page.goto('/upload-leads');
  await page.getByText(/^The newest 100 of 1\d\d active offers\. Search to find the others\.$/).waitFor();
  const oldest = page.getByRole('radio', { name: /^Oldest balm/ });
  expect(await oldest.count()).toBe(0);

  const search = page.getByRole('searchbox', { name: 'Search offers by name' });
  await search.fill('no such balm');
  await page.getByText('No active offer matches.').waitFor();
  await search.fill('oldest');
  await oldest.waitFor();
  // By keyboard: past the button that clears the search.
  await search.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByText('Oldest balm').waitFor();
  await search.press('Escape');
  await page.getByText(/^The newest 100 of/).waitFor();
  expect(await page.getByRole('radio').first().isChecked()).toBe(true);

  // A reload reads the chosen offer, which the first page does not have.
  await page.reload();
  await summary.getByText('Oldest balm').waitFor();
  expect(await oldest.isChecked()).toBe(true);
});
