import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { SUPER } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** Text that was typed into a dialog and not sent comes back, and only where it was typed. */
let stage: Stage;

const RESTORED = 'Restored what you typed before';

beforeAll(async () => {
  stage = await openStage({ leads: 60 });
});

/** Opens the dialog, types into a field of it, and leaves it with Escape. */
async function type(page: Page, open: () => Promise<void>, label: string, text: string) {
  await open();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(label).fill(text);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** Opens the dialog, and closes it again. @returns what its field has, and whether that was restored */
async function reopened(page: Page, open: () => Promise<void>, label: string) {
  await open();
  const dialog = page.getByRole('dialog');
  const value = await dialog.getByLabel(label).inputValue();
  const isRestored = (await dialog.getByText(RESTORED).count()) > 0;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return { value, isRestored };
}

describe('of a selection', () => {
  let page: Page;
  beforeAll(async () => {
    page = await stage.signedIn(stage.people.admin, '/approvals');
  });

  /** Selects these rows of a list, by their index, and no others. */
  async function select(path: string, ...indexes: number[]) {
    await page.goto(path);
    const boxes = page.getByRole('checkbox', { name: /^Select order/ });
    await boxes.first().waitFor();
    for (const index of indexes) await boxes.nth(index).check();
  }

  test.each([
    ['/approvals', /^Approve 2 Selected$/, 'Admin Notes'],
    ['/approvals', /^Reject 2 Selected$/, 'Admin Notes'],
    ['/leads?sortBy=orderId&sortOrder=asc', 'Update Status', 'Admin notes'],
    ['/leads?sortBy=orderId&sortOrder=asc', 'Reassign', 'Reason'],
    ['/leads?sortBy=orderId&sortOrder=asc', 'Reject Pending', 'Admin Notes'],
  ])('at %s, %s: notes belong to the selection for which they were typed', async (path, name, label) => {
    const open = () => page.getByRole('button', { name, exact: true }).click();
    await select(path, 0, 1);
    await type(page, open, label, 'About the first two');
    await select(path, 1, 2);
    expect(await reopened(page, open, label)).toEqual({ value: '', isRestored: false });
    // In another order, after a reload of the page.
    await select(path, 1, 0);
    expect(await reopened(page, open, label)).toEqual({ value: 'About the first two', isRestored: true });
  });

  test('a draft of another operator shows the operator that was chosen', async () => {
    const dialog = page.getByRole('dialog');
    const to = dialog.getByLabel('To');
    await select('/leads?sortBy=orderId&sortOrder=asc', 3);
    await page.getByRole('button', { name: 'Reassign', exact: true }).click();
    await to.selectOption({ label: 'Fatima Al Hashimi' });
    await dialog.getByLabel('Reason').fill('On leave');
    await page.keyboard.press('Escape');
    await select('/leads?sortBy=orderId&sortOrder=asc', 3);
    await page.getByRole('button', { name: 'Reassign', exact: true }).click();
    await dialog.getByText(RESTORED).waitFor();
    await expect.poll(() => to.locator('option:checked').textContent()).toBe('Fatima Al Hashimi');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('the reason of an erasure comes back, and its confirmation does not', async () => {
    await page.goto('/leads');
    await page
      .getByRole('link', { name: /^View order/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Erase Personal Data' });
    const confirmed = dialog.getByLabel('I understand that this cannot be undone');
    const open = async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Erase personal data' }).click();
    };
    await open();
    await confirmed.check();
    await dialog.getByLabel('Reason').fill('The customer asked for it');
    await page.reload();
    await open();
    await dialog.getByText(RESTORED).waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('The customer asked for it');
    expect(await confirmed.isChecked()).toBe(false);
    expect(await dialog.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true);
  });
});

test.each([
  ['Rename Organization', 'Organization Name', 'Gulf Trading of Dubai'],
  ['Edit Admin', 'Full Name of the Admin', 'Vera Rival of Dubai'],
])('%s: a failed save, and a reload, keep what was typed', async (action, label, text) => {
  const page = await stage.signedIn(SUPER, '/organizations');
  const dialog = page.getByRole('dialog');
  const list = `/organizations?search=${encodeURIComponent(stage.people.rivalAdmin)}`;
  const open = async () => {
    await page.getByRole('button', { name: /^Actions of/ }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await visit(page, list);
  await page.route(/\/api\/super-admin\/(?:tenants|admins)\/[^/?]+/, (route) =>
    route.fulfill({ status: 500 }),
  );
  await open();
  await dialog.getByLabel(label).fill(text);
  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('alert').waitFor();
  await page.reload();
  await open();
  await dialog.getByText(RESTORED).waitFor();
  expect(await dialog.getByLabel(label).inputValue()).toBe(text);
  await page.context().close();
});
