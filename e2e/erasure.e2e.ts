import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

let stage: Stage;
let page: Page;

const NAME = 'Zubeida Qwertyman';

beforeAll(async () => {
  stage = await openStage({ leads: 3 });
  await stage.postLead({ orderId: 'ERASE-1', fullName: NAME });
  page = await stage.signedIn(stage.people.admin, '/leads');
});

test('an admin erases the personal data of a lead, and the page shows what is left', async () => {
  await page.getByRole('link', { name: 'View order ERASE-1' }).click();
  await page.getByText(NAME).first().waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase personal data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Personal Data' });
  const submit = dialog.getByRole('button', { name: 'Erase' });
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByLabel('I understand that this cannot be undone').check();
  await submit.click();
  await dialog.getByText('This field is required').waitFor();
  await dialog.getByLabel('Reason').fill('The customer asked for it');
  await submit.click();

  await page.getByRole('region', { name: 'Personal Data Erased' }).waitFor();
  await page.getByText(NAME).first().waitFor({ state: 'detached' });
  await page.getByText('The customer asked for it').waitFor();
  for (const gone of ['Update Status', 'Assign', 'Edit', 'More actions', 'Add Comment'])
    expect(await page.getByRole('button', { name: gone, exact: true }).count()).toBe(0);
});

test('the list and the edit page offer no change of it, and say why', async () => {
  const lead = new URL(page.url()).pathname;
  const why = 'The personal data of this lead was erased: it cannot be changed';
  await visit(page, `${lead}/edit`);
  await page.getByRole('heading', { name: why }).waitFor();
  await visit(page, '/leads?search=ERASE-1');
  await page.getByRole('button', { name: 'Delete order ERASE-1' }).waitFor();
  for (const gone of [/^Edit order/, /: Assign/, /: Update Status/])
    expect(await page.locator('tbody').getByLabel(gone).count()).toBe(0);
  await page.keyboard.press('j');
  for (const key of ['e', 'a', 's', 'm']) {
    await page.keyboard.press(key);
    await page.locator('[data-sonner-toast]', { hasText: why }).last().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
  expect(new URL(page.url()).pathname).toBe('/leads');
});
