import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actOnView, chooseView, saveViewAs, viewsMenu } from './act-on-views.ts';
import { bodyOf } from './body-of.ts';
import { hold } from './hold.ts';
import { nextFrames } from './next-frames.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/**
 * Saved views and columns of the leads list: saved, shared, changed, by mouse, by keyboard and on a phone.
 */
let stage: Stage;
let admin: Page;

const PROCESSING = '/leads?status=processing';

const headers = async (page: Page) =>
  (await page.getByRole('columnheader').allTextContents()).filter((text) => text !== '');
const header = (page: Page, name: string) => page.getByRole('columnheader', { name });
const widthOf = async (page: Page, name: string) => (await header(page, name).boundingBox())?.width ?? 0;
const status = (page: Page) => page.getByLabel('Status', { exact: true });
/** A list opens with the choice that was read: reads from before the choice may still be under way. */
const choiceRead = (list: 'leads' | 'users') =>
  admin.waitForResponse(
    async (answer) =>
      answer.url().endsWith(`/api/views?list=${list}`) &&
      answer.request().method() === 'GET' &&
      (await bodyOf(answer)).includes('"lastUsed":"'),
  );

beforeAll(async () => {
  stage = await openStage({ leads: 60 });
  admin = await stage.signedIn(stage.people.admin, PROCESSING);
});
beforeEach(async () => {
  await visit(admin, PROCESSING);
  await admin.getByText(/^Showing: \d+ of \d+ leads$/).waitFor();
  // The tools of the list, with their keys, follow its heading.
  await admin.getByRole('button', { name: 'Columns', exact: true }).waitFor();
});

describe('a view', () => {
  test('is saved with its filters, and restored when the list is opened without parameters', async () => {
    await status(admin).selectOption('hold');
    await admin.getByRole('button', { name: 'Amount' }).click();
    const kept = choiceRead('leads');
    await saveViewAs(admin, 'On hold');
    await admin.getByRole('button', { name: 'View: On hold' }).waitFor();
    await kept;
    const menu = admin.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Dashboard' }).click();
    await menu.getByRole('link', { name: 'All Leads' }).click();
    await admin.getByRole('button', { name: 'View: On hold' }).waitFor();
    await expect.poll(() => status(admin).inputValue()).toBe('hold');
    expect(await header(admin, 'Amount').getAttribute('aria-sort')).toBe('descending');

    // On another computer, too.
    const elsewhere = await stage.signedIn(stage.people.admin, '/leads');
    await elsewhere.getByRole('button', { name: 'View: On hold' }).waitFor();
    await expect.poll(() => status(elsewhere).inputValue()).toBe('hold');
    await elsewhere.context().close();
  });

  test('that is restored shows no rows of the plain list, however late it comes', async () => {
    const page = await stage.signedIn(stage.people.admin, '/dashboard');
    const sendViews = await hold(page, /\/api\/views\?list=leads$/);
    const sendHeld = await hold(page, /\/api\/leads\?.*status=hold/);
    const plain = page.waitForResponse((answer) => /\/api\/leads\?(?!.*status=)/.test(answer.url()));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Leads' }).click();
    await (await plain).finished();
    sendViews();
    await page.getByRole('button', { name: 'View: On hold' }).waitFor();
    await nextFrames(page);
    const rows = page.getByRole('link', { name: /^DEMO-/ });
    expect(await rows.count()).toBe(0);
    sendHeld();
    await rows.first().waitFor();
    await page.context().close();
  });

  test('is not restored after the user chose the plain list; a link defines its own list', async () => {
    await chooseView(admin, 'On hold');
    // Not the answer to the choice before.
    const kept = admin.waitForResponse(
      (answer) => /last-used/.test(answer.url()) && answer.request().postDataJSON().viewId === null,
    );
    await chooseView(admin, 'All Leads');
    await expect.poll(() => status(admin).inputValue()).toBe('all');
    await kept;
    await admin.goto('/leads');
    await admin.getByText(/^Showing: \d+ of \d+ leads$/).waitFor();
    await expect.poll(() => status(admin).inputValue()).toBe('all');
    expect(new URL(admin.url()).search).toBe('');
    await admin.goto('/leads?status=trash');
    await admin.getByText('1 active filter').waitFor();
    await expect.poll(() => status(admin).inputValue()).toBe('trash');
  });

  test('shows that it is modified, and is reset, saved, or saved as another', async () => {
    await chooseView(admin, 'On hold');
    expect(await admin.getByText('Modified').count()).toBe(0);
    await status(admin).selectOption('trash');
    await admin.getByText('Modified').waitFor();
    await admin.getByRole('button', { name: 'Reset', exact: true }).click();
    await admin.getByText('Modified').waitFor({ state: 'hidden' });
    await expect.poll(() => status(admin).inputValue()).toBe('hold');

    await status(admin).selectOption('trash');
    await saveViewAs(admin, 'Trash');
    await chooseView(admin, 'On hold');
    await status(admin).selectOption('cancelled');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.getByText('Modified').waitFor({ state: 'hidden' });
    await chooseView(admin, 'Trash');
    await chooseView(admin, 'On hold');
    await expect.poll(() => status(admin).inputValue()).toBe('cancelled');
  });

  test('that is not saved keeps what the user changed on the screen', async () => {
    await chooseView(admin, 'Trash');
    await status(admin).selectOption('approved');
    await admin.getByText('Modified').waitFor();
    const url = /\/api\/views\/[0-9a-f-]{36}$/;
    await admin.route(url, (route) =>
      route.fulfill({ status: 409, json: { success: false, message: 'Not now' } }),
    );
    const again = admin.waitForResponse((answer) => /\/api\/views\?list=leads$/.test(answer.url()));
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.getByText('Not now').waitFor();
    await (await again).finished();
    await admin.unroute(url);
    await admin.getByText('Modified').waitFor();
    await expect.poll(() => status(admin).inputValue()).toBe('approved');
  });

  test('needs a unique name, with the error beside the field', async () => {
    await admin.keyboard.press('W');
    const dialog = admin.getByRole('dialog', { name: 'Save as new view' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This field is required').waitFor();
    await dialog.getByLabel('Name').fill('ON HOLD');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('You have a view of this name already').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('is shared with all users at once; unmodified screens follow its changes', async () => {
    const operator = await stage.signedIn(stage.people.operator, PROCESSING);
    await status(admin).selectOption('approved');
    await saveViewAs(admin, 'Won', true);
    await chooseView(operator, 'Won');
    await operator.getByRole('button', { name: 'View: Won' }).waitFor();
    await expect.poll(() => status(operator).inputValue()).toBe('approved');
    await viewsMenu(operator).click();
    await expect.poll(() => operator.getByRole('menuitem').allTextContents()).toEqual(['Save as new viewW']);
    await operator.keyboard.press('Escape');

    await status(admin).selectOption('cancelled');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => status(operator).inputValue()).toBe('cancelled');
    // A user who modified the screen keeps it.
    await status(operator).selectOption('trash');
    await status(admin).selectOption('hold');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.getByText('Modified').waitFor({ state: 'hidden' });
    await operator.getByText('Modified').waitFor();
    expect(await operator.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    await operator.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect.poll(() => status(operator).inputValue()).toBe('hold');

    await actOnView(admin, 'Stop sharing');
    await operator.getByRole('button', { name: 'Views', exact: true }).waitFor();
    await expect.poll(() => status(operator).inputValue()).toBe('hold');
  });

  test('is renamed and deleted', async () => {
    await chooseView(admin, 'Trash');
    await actOnView(admin, 'Rename view');
    const dialog = admin.getByRole('dialog', { name: 'Rename view' });
    await dialog.getByLabel('Name').fill('Bin');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await admin.getByRole('button', { name: 'View: Bin' }).waitFor();
    await actOnView(admin, 'Delete view');
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await admin.getByRole('button', { name: 'Views', exact: true }).waitFor();
  });

  test('is found by Ctrl K', async () => {
    await admin.keyboard.press('Control+k');
    await admin.getByPlaceholder('Find leads, pages and actions').fill('views hold');
    await admin.getByRole('option', { name: 'On hold' }).click();
    await admin.getByRole('button', { name: 'View: On hold' }).waitFor();
  });

  test('of the name of another user’s view is distinguished by Ctrl K, and both are reached by keyboard', async () => {
    const operator = await stage.signedIn(stage.people.operator, PROCESSING);
    await status(admin).selectOption('approved');
    await saveViewAs(admin, 'Same', true);
    await status(operator).selectOption('hold');
    await saveViewAs(operator, 'Same');
    await operator.keyboard.press('Control+k');
    await operator.getByPlaceholder('Find leads, pages and actions').fill('views same');
    const options = operator.getByRole('option');
    await expect.poll(() => options.count()).toBe(2);
    expect(new Set(await options.allTextContents()).size).toBe(2);
    await operator.keyboard.press('ArrowDown');
    await expect.poll(() => options.nth(1).getAttribute('aria-selected')).toBe('true');
    expect(await options.nth(0).getAttribute('aria-selected')).toBe('false');
    await operator.context().close();
  });
});

describe('columns', () => {
  test('are hidden, moved and widened by keyboard, and saved in a view', async () => {
    await admin.keyboard.press('C');
    const sheet = admin.getByRole('dialog', { name: 'Columns' });
    await sheet.getByRole('checkbox', { name: 'Customer' }).focus();
    await sheet.getByRole('checkbox', { name: 'Payment' }).press('Space');
    await sheet.getByRole('checkbox', { name: 'Created' }).press('Alt+ArrowUp');
    await sheet.getByText('Created is column 10 of 12').waitFor();
    for (let n = 0; n < 8; n += 1) await admin.keyboard.press('Alt+ArrowUp');
    await sheet.getByText('Created is column 2 of 12').waitFor();
    await sheet.getByLabel('Width of Comments').fill('30');
    await admin.keyboard.press('Escape');
    // A sheet hides the page from roles until it is closed.
    await sheet.waitFor({ state: 'detached' });
    expect(await headers(admin)).toEqual([
      'Order ID',
      'Created',
      'Customer',
      'Product',
      'Amount',
      'Status & Actions',
      'Assigned To',
      'Comments',
      'Location',
      'Address',
      'Actions',
    ]);
    await expect.poll(() => widthOf(admin, 'Comments')).toBe(30 * 16);
    await saveViewAs(admin, 'Columns of mine');
    await chooseView(admin, 'All Leads');
    await admin.keyboard.press('C');
    await sheet.getByRole('button', { name: 'Reset columns' }).click();
    await admin.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await headers(admin)).toHaveLength(12);
    await chooseView(admin, 'Columns of mine');
    await expect.poll(() => headers(admin)).toHaveLength(11);
    expect(await widthOf(admin, 'Comments')).toBe(30 * 16);
  });

  test('that are changed while the view is being saved stay as they are', async () => {
    const url = /\/api\/views\/[0-9a-f-]{36}$/;
    const hide = async (name: string) => {
      await admin.keyboard.press('C');
      const sheet = admin.getByRole('dialog', { name: 'Columns' });
      await sheet.getByRole('checkbox', { name }).uncheck();
      await admin.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    };
    await chooseView(admin, 'Columns of mine');
    await hide('Product');
    const send = await hold(admin, url);
    const saved = admin.waitForResponse(url);
    const save = admin.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect.poll(() => save.getAttribute('aria-busy')).toBe('true');
    await hide('Amount');
    send();
    expect((await saved).request().postDataJSON().content.columns).toContainEqual(
      expect.objectContaining({ id: 'amount', shown: true }),
    );
    await expect.poll(() => save.getAttribute('aria-busy')).toBe(null);
    expect(await headers(admin)).not.toContain('Amount');
    await admin.getByText('Modified').waitFor();
    await admin.unroute(url);
  });

  test('are moved and widened by mouse, and this browser keeps it', async () => {
    await header(admin, 'Product').dragTo(header(admin, 'Customer'), { targetPosition: { x: 4, y: 10 } });
    await expect
      .poll(async () => (await headers(admin)).slice(0, 3))
      .toEqual(['Order ID', 'Product', 'Customer']);
    const before = await widthOf(admin, 'Product');
    const box = await header(admin, 'Product').boundingBox();
    if (!box) throw new Error('The column is not on the screen');
    await admin.mouse.move(box.x + box.width - 3, box.y + 10);
    await admin.mouse.down();
    await admin.mouse.move(box.x + box.width + 61, box.y + 10, { steps: 5 });
    await admin.mouse.up();
    await expect.poll(() => widthOf(admin, 'Product')).toBeCloseTo(before + 64, -1);
    const wide = await widthOf(admin, 'Product');
    await admin.reload();
    await expect.poll(() => widthOf(admin, 'Product')).toBe(wide);
    await header(admin, 'Product').dblclick({ position: { x: wide - 3, y: 10 } });
    await expect.poll(() => widthOf(admin, 'Product')).toBeLessThan(wide);
  });
});

test('another list has views and columns of its own', async () => {
  await visit(admin, '/users');
  await admin.getByText(/^Showing: \d+ of \d+ users$/).waitFor();
  await viewsMenu(admin).click();
  await expect.poll(() => admin.getByRole('menuitemradio').allTextContents()).toEqual(['Users✓']);
  await admin.keyboard.press('Escape');
  await admin.getByLabel('Role').selectOption('operator');
  await admin.keyboard.press('C');
  await admin.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Phone' }).uncheck();
  await admin.keyboard.press('Escape');
  const kept = choiceRead('users');
  await saveViewAs(admin, 'Callers');
  await kept;
  await visit(admin, PROCESSING);
  await viewsMenu(admin).click();
  expect(await admin.getByRole('menuitemradio', { name: 'Callers' }).count()).toBe(0);
  await admin.keyboard.press('Escape');

  const elsewhere = await stage.signedIn(stage.people.admin, '/users');
  await elsewhere.getByRole('button', { name: 'View: Callers' }).waitFor();
  await expect.poll(() => elsewhere.getByLabel('Role').inputValue()).toBe('operator');
  await expect.poll(() => headers(elsewhere)).not.toContain('Phone');
  await actOnView(elsewhere, 'Delete view');
  await elsewhere.getByText('The view is deleted, not its users.').waitFor();
  await elsewhere.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await elsewhere.getByRole('button', { name: 'Views', exact: true }).waitFor();
  await elsewhere.context().close();
});

test('on a phone: chooses a view, and its hidden columns are missing from the cards', async () => {
  const phone = await stage.signedIn(stage.people.admin, PROCESSING, { width: 390, height: 844 });
  const cards = phone.getByRole('list', { name: 'Leads' });
  const payment = cards.getByText(/^(Cash on Delivery|Prepaid|Partial Payment)$/);
  await payment.first().waitFor();
  await chooseView(phone, 'Columns of mine');
  await expect.poll(() => payment.count()).toBe(0);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.getByRole('button', { name: /^Filters/ }).click();
  await phone.getByRole('button', { name: 'Columns', exact: true }).click();
  await phone.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Payment' }).check();
  await phone.keyboard.press('Escape');
  await payment.first().waitFor();
  await phone.getByText('Modified').waitFor();
  await phone.context().close();
});
