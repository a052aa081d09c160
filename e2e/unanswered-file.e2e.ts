import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { archiveOfLines, organisation } from './api/archives.ts';
import { callApi } from './call-api.ts';
import { SUPER } from './people.ts';
import { openStage, type Stage } from './stage.ts';

/** A file whose answer was lost is sent again, and the server works on it once. */
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ leads: 5 });
});

const Batches = z.array(z.object({ title: z.string() }));

/** The server gets the next call to this address, and its answer is lost. */
const loseAnswer = (page: Page, url: RegExp) =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

async function titles(email: string, title: string): Promise<string[]> {
  const batches = Batches.parse(await callApi(stage.url, email, 'GET', '/batches?limit=100'));
  return batches.map((batch) => batch.title).filter((one) => one === title);
}

test('a spreadsheet is checked once', async () => {
  const page = await stage.signedIn(stage.people.admin, '/upload-leads');
  await page.getByRole('radio').first().check();
  await page.getByLabel('Spreadsheet').setInputFiles({
    name: 'unanswered.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Order ID,Full Name,Phone,Price\nLOST-1,Meera Nair,+91 98765 43210,499.00'),
  });
  await loseAnswer(page, /\/upload-leads\?preview=true/);
  await page.getByRole('button', { name: 'Check file' }).click();
  await page
    .getByRole('alert')
    .getByText(/^The server could not be reached/)
    .waitFor();
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('heading', { name: 'What is in the file' }).waitFor();
  await expect
    .poll(() => titles(stage.people.admin, 'Check unanswered.csv'))
    .toEqual(['Check unanswered.csv']);
});

test('an archive is checked once', async () => {
  const page = await stage.signedIn(SUPER, '/organizations');
  const dialog = page.getByRole('dialog');
  const { manifest, lines } = organisation({ name: 'Unanswered Imports' });
  await page.getByRole('button', { name: 'Import Archive' }).click();
  await dialog.getByLabel('Archive').setInputFiles({
    name: 'Unanswered.tar.gz',
    mimeType: 'application/gzip',
    buffer: await archiveOfLines(manifest, lines),
  });
  await loseAnswer(page, /\/import-data\/check$/);
  await dialog.getByRole('button', { name: 'Check Archive' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Check Archive' }).click();
  await page.getByRole('dialog', { name: 'Check Unanswered.tar.gz' }).waitFor();
  await expect.poll(() => titles(SUPER, 'Check Unanswered.tar.gz')).toEqual(['Check Unanswered.tar.gz']);
});
