import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from './stage.ts';

/** An operator's work on the assigned leads, mostly with the keyboard. */
let stage: Stage;
let operator: Page;

const dialog = () => operator.getByRole('dialog');

beforeAll(async () => {
  stage = await openStage({ leads: 60 });
  operator = await stage.signedIn(stage.people.operator, '/leads');
});

afterAll(async () => {
  await stage?.close();
});

describe('the status dialog', () => {
  test('focuses the checked status, and the keys 1 to 5 choose one', async () => {
    await operator
      .getByRole('link', { name: /^DEMO-/ })
      .first()
      .waitFor();
    await operator.keyboard.press('j');
    await operator.keyboard.press('s');
    const focused = dialog().locator('input[type=radio]:focus');
    await focused.waitFor();
    expect(await focused.isChecked()).toBe(true);
    const statuses = ['Processing', 'Approved', 'Cancelled', 'Hold', 'Trash'];
    for (const [at, status] of statuses.entries()) {
      await operator.keyboard.press(String(at + 1));
      expect(await dialog().getByRole('radio', { name: status, exact: true }).isChecked()).toBe(true);
    }
  });

  test('closes on success with a toast, and the next key works at once', async () => {
    await operator.keyboard.press('4');
    await dialog().getByLabel('Comment').fill('Waits for the salary');
    await operator.keyboard.press('Control+Enter');
    // The toast is the answer; the dialog is gone when it appears.
    await operator.locator('[data-sonner-toast]').getByText('Status change request submitted').waitFor();
    expect(await dialog().count()).toBe(0);
    await operator.keyboard.press('c');
    await dialog().getByText('Add Comment').first().waitFor();
    await operator.keyboard.press('Escape');
  });
});
