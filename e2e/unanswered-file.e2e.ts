import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { archiveOfLines, organisation } from './api/archives.ts';
import { loseAnswers } from './lose-answers.ts';
import { SUPER } from './people.ts';
import { openStage, type Stage } from './stage.ts';

/** A file whose answer was lost is sent again, and the server works on it once. */
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ leads: 5 });
});

/** An answer that names the batch, which may still run. */
const Answer = z.object({
  data: z.union([
    z.object({ batchId: z.string() }).transform(({ batchId }) => batchId),
    z.object({ batch: z.object({ _id: z.string() }) }).transform(({ batch }) => batch._id),
  ]),
});
const batchOf = (body: unknown) => Answer.parse(body).data;

test('a spreadsheet is checked once', async () => {
  const page = await stage.signedIn(stage.people.admin, '/upload-leads');
  await page.getByRole('radio').first().check();
  await page.getByLabel('Spreadsheet').setInputFiles({
    name: 'unanswered.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Order ID,Full Name,Phone,Price\nLOST-1,Meera Nair,+91 98765 43210,499.00'),
  });
  const check = /\/upload-leads\?preview=true/;
  const lost = await loseAnswers(page, check, { times: 1 });
  await page.getByRole('button', { name: 'Check file' }).click();
  await page
    .getByRole('alert')
    .getByText(/^The server could not be reached/)
    .waitFor();
  const second = page.waitForResponse(check);
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('heading', { name: 'What is in the file' }).waitFor();
  expect([batchOf(await (await second).json())]).toEqual(lost.map(batchOf));
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
  const check = /\/import-data\/check$/;
  const lost = await loseAnswers(page, check, { times: 1 });
  await dialog.getByRole('button', { name: 'Check Archive' }).click();
  await dialog.getByRole('alert').waitFor();
  const second = page.waitForResponse(check);
  await dialog.getByRole('button', { name: 'Check Archive' }).click();
  await page.getByRole('dialog', { name: 'Check Unanswered.tar.gz' }).waitFor();
  expect([batchOf(await (await second).json())]).toEqual(lost.map(batchOf));
});
