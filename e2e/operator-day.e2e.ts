import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from './stage.ts';
import { untilModal } from './until-modal.ts';
import { visit } from './visit.ts';

/** An operator's work on the assigned leads, mostly with the keyboard. */
let stage: Stage;
let operator: Page;

const LEADS = 10;
/** The goal for ten leads. Before next lead, call key and digits it was 327. */
const MOST_KEYSTROKES = 150;

const dialog = () => operator.getByRole('dialog');
const heading = () => operator.getByRole('heading', { level: 1 });

beforeAll(async () => {
  stage = await openStage({ leads: 60 });
  operator = await stage.signedIn(stage.people.operator, '/leads');
});

describe('the list', () => {
  const headers = () => operator.getByRole('columnheader').allTextContents();
  const first = ['Order ID', 'Customer', 'Status & Actions', 'Last Outcome', 'Amount'];

  test('starts with the columns for the next call, in dense rows', async () => {
    await operator
      .getByRole('link', { name: /^DEMO-/ })
      .first()
      .waitFor();
    expect(await headers()).toEqual(first);
    const box = await operator.getByRole('row').nth(1).boundingBox();
    expect(box?.height).toBeLessThanOrEqual(34);
  });

  test('keeps the columns and the height that the user chooses', async () => {
    await operator.getByRole('button', { name: 'Columns' }).click();
    await dialog().getByRole('checkbox', { name: 'Created' }).check();
    await operator.keyboard.press('Escape');
    await operator.getByRole('button', { name: 'Comfortable rows' }).click();
    await operator.reload();
    await operator.getByRole('button', { name: 'Dense rows' }).waitFor();
    await expect.poll(headers).toEqual([...first, 'Created']);
  });
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

describe('ten leads', () => {
  let keystrokes = 0;
  /** Presses keys in sequence; a modifier counts as a key of its own, Shift for an upper-case letter too. */
  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      keystrokes += /^[A-Z]$/.test(key) ? 2 : key.split('+').length;
      await operator.keyboard.press(key);
    }
  }
  const called = () => operator.evaluate(() => Number(sessionStorage.getItem('called')));

  test(`are opened, called, commented on and requested with at most ${MOST_KEYSTROKES} keystrokes`, async () => {
    await operator.addInitScript(() => {
      // A call leaves the browser: counts it instead.
      const click = HTMLAnchorElement.prototype.click;
      HTMLAnchorElement.prototype.click = function countCalls() {
        if (!this.href.startsWith('tel:')) return click.call(this);
        sessionStorage.setItem('called', String(Number(sessionStorage.getItem('called')) + 1));
      };
    });
    await operator.goto('/leads');
    const rows = operator.getByRole('link', { name: /^DEMO-/ });
    // Rows are mounted a few per frame.
    await rows.nth(LEADS - 1).waitFor();
    const listed = (await rows.allTextContents()).slice(0, LEADS);

    await press('j', 'o');
    for (const [at, orderId] of listed.entries()) {
      if (at > 0) await press('j');
      await operator.getByRole('heading', { name: `Order ${orderId}` }).waitFor();
      await press('m');
      expect(await called()).toBe(at + 1);

      await press('c');
      await dialog().getByLabel('Connection Status').waitFor();
      // Upper-case: this Chromium's lists do not find an option by a lower-case letter.
      await press('C', 'Tab', 'O');
      await dialog().getByText('Connected - Order Placed', { exact: true }).waitFor();
      await press('Control+Enter');
      await dialog().waitFor({ state: 'hidden' });

      await press('s');
      await dialog().getByLabel('Comment').waitFor();
      const isApproved = await dialog().getByRole('radio', { name: 'Approved', exact: true }).isChecked();
      await press(isApproved ? '4' : '2', 'Control+Enter');
      await operator.getByRole('region', { name: 'Status Change Pending' }).waitFor();
      await dialog().waitFor({ state: 'hidden' });
    }
    console.info(`${LEADS} leads: ${keystrokes} keystrokes`);
    expect(keystrokes).toBeLessThanOrEqual(MOST_KEYSTROKES);
  });

  test('k returns to the previous lead, and Back to the list', async () => {
    const last = await heading().textContent();
    await operator.keyboard.press('k');
    await expect.poll(() => heading().textContent()).not.toBe(last);
    await operator.keyboard.press('b');
    await operator.getByRole('heading', { name: 'My Leads' }).waitFor();
  });
});

describe('the lead page', () => {
  test('names the order and the customer in its tab, and shows the timeline beside the details', async () => {
    await operator
      .getByRole('link', { name: /^DEMO-/ })
      .first()
      .click();
    await expect.poll(() => operator.title()).toMatch(/^DEMO-\d+ · \S.+ · Lead Management System$/);
    await operator.getByRole('region', { name: 'Customer' }).waitFor();
    await operator.getByRole('list', { name: 'Activity Timeline' }).waitFor();
    await operator.setViewportSize({ width: 1024, height: 800 });
    await operator.getByRole('list', { name: 'Activity Timeline' }).waitFor({ state: 'hidden' });
    await operator.setViewportSize({ width: 1440, height: 900 });
  });

  test("lists the customer's other orders", async () => {
    const admin = await stage.signedIn(stage.people.admin, '/leads');
    for (const orderId of ['TWICE-1', 'TWICE-2']) await stage.postLead({ orderId, fullName: 'Meera Nair' });
    await visit(admin, '/leads?search=TWICE');
    await admin.getByRole('link', { name: 'TWICE-1', exact: true }).click();
    await admin
      .getByRole('region', { name: /^Other Orders/ })
      .getByRole('link', { name: 'TWICE-2' })
      .click();
    await admin.getByRole('heading', { name: 'Order TWICE-2' }).waitFor();
  });
});

test('Ctrl K says that it searches until the answer is there', async () => {
  await operator.route('**/api/leads?*search=*', async (route) => {
    await dialog().getByText('Searching…').waitFor();
    await route.continue();
  });
  await operator.keyboard.press('Control+k');
  await dialog().waitFor();
  await operator.keyboard.type('no such lead');
  await dialog().getByText('Nothing found').waitFor();
  expect(await dialog().getByText('Searching…').count()).toBe(0);
  await operator.unrouteAll({ behavior: 'wait' });
  await operator.keyboard.press('Escape');
});

test('Ctrl K does not call a search that failed an empty one, and repeats it', async () => {
  const busy = { success: false, message: 'Try again', code: 'unavailable' };
  await operator.route('**/api/leads?*search=*', (route) => route.fulfill({ status: 503, json: busy }));
  await operator.keyboard.press('Control+k');
  await dialog().waitFor();
  await operator.keyboard.type('DEMO');
  await dialog().getByText('The server could not search').waitFor();
  expect(await dialog().getByText('Nothing found').count()).toBe(0);
  await operator.unrouteAll({ behavior: 'wait' });
  await dialog()
    .getByRole('option', { name: /^DEMO-/ })
    .first()
    .waitFor();
  expect(await dialog().getByText('Search failed').count()).toBe(0);
  // No lead matches, and a search of this length is not refused.
  await operator.keyboard.insertText('x'.repeat(300));
  await dialog().getByText('Nothing found').waitFor();
  await operator.keyboard.press('Escape');
});

describe('typed text', () => {
  const TEXT = 'Wants the call after six, wife decides';
  const open = async (key: 'c' | 's') => {
    await operator.keyboard.press(key);
    await dialog().waitFor();
  };
  const comment = () => dialog().getByRole('textbox', { name: 'Comment' });

  test('in a dialog comes back after Escape, a click outside and a reload', async () => {
    await visit(operator, '/leads');
    await operator
      .getByRole('link', { name: /^DEMO-/ })
      .first()
      .click();
    await operator.getByRole('region', { name: 'Customer' }).waitFor();
    await open('c');
    await dialog().getByText('Manual', { exact: true }).click();
    await comment().fill(TEXT);
    await operator.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await open('c');
    expect(await comment().inputValue()).toBe(TEXT);
    await untilModal(operator);
    await operator.mouse.click(10, 500);
    await dialog().waitFor({ state: 'hidden' });
    await operator.reload();
    await operator.getByRole('region', { name: 'Customer' }).waitFor();
    await open('c');
    expect(await comment().inputValue()).toBe(TEXT);
    await dialog().getByText('Restored what you typed before').waitFor();
  });

  test('is kept per dialog, and removed by Cancel and on success', async () => {
    await operator.keyboard.press('Escape');
    await open('s');
    expect(await comment().inputValue()).not.toBe(TEXT);
    await comment().fill('Another text');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await open('s');
    expect(await comment().inputValue()).not.toBe('Another text');
    await operator.keyboard.press('Escape');
    await open('c');
    expect(await comment().inputValue()).toBe(TEXT);
    await operator.keyboard.press('Control+Enter');
    await dialog().waitFor({ state: 'hidden' });
    await operator.getByRole('list', { name: 'Activity Timeline' }).getByText(TEXT).waitFor();
    await open('c');
    await dialog().getByLabel('Connection Status').waitFor();
    expect(await dialog().getByText('Restored what you typed before').count()).toBe(0);
    await operator.keyboard.press('Escape');
  });

  test('on the lead page comes back too, and is removed at sign-out', async () => {
    const box = operator.getByPlaceholder('What happened, and what comes next?');
    await box.fill(TEXT);
    await operator.reload();
    await expect.poll(() => box.inputValue()).toBe(TEXT);
    const kept = () => operator.evaluate(() => Object.values({ ...localStorage }).join());
    expect(await kept()).toContain(TEXT);
    await operator.getByRole('button', { name: /Rohit Verma/ }).click();
    await operator.getByRole('menuitem', { name: 'Sign out' }).click();
    await operator.getByRole('heading', { name: 'Sign in to your account' }).waitFor();
    expect(await kept()).not.toContain(TEXT);
  });
});
