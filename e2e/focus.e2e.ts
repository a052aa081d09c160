import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hold } from './hold.ts';
import { nextFrames } from './next-frames.ts';
import { openStage, type Stage } from './stage.ts';
import { untilKept } from './until-kept.ts';

/** Where the focus goes when the control that has it disappears or is disabled. */
let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 30 });
  page = await stage.signedIn(stage.people.admin, '/leads?limit=10');
});

/** The name of the focused control. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement: active } = document;
    return active?.getAttribute('aria-label') ?? active?.tagName;
  });

test('returns to the checkbox after the selection is cleared', async () => {
  // The order of the demo's leads differs.
  const box = page.getByRole('checkbox', { name: /^Select order / }).first();
  await box.waitFor();
  const name = await box.getAttribute('aria-label');
  await untilKept(page);
  await box.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Clear Selection' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Clear Selection' }).waitFor({ state: 'hidden' });
  await expect.poll(focused).toBe(name);
});

test('returns to the button before when the next page is the last one', async () => {
  const second = page.getByRole('button', { name: 'Page 2', exact: true });
  await second.focus();
  await page.keyboard.press('Enter');
  // The page follows its URL a moment later; until then, the next one is the second one.
  await page.locator('[aria-current=page]').getByText('2', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next page' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**page=3**');
  await expect.poll(focused).toBe('Page 2');
});

test('goes to no row of the next page when the user had gone on from the rows', async () => {
  // The code that keeps the focus would move it first.
  const release = await hold(page, /assets\/AfterFirstPage-/);
  const show = await hold(page, /\/api\/leads\?.*page=2/);
  await page.goto('/leads?limit=25');
  await page
    .getByRole('checkbox', { name: /^Select order / })
    .first()
    .focus();
  await page.getByRole('button', { name: 'Next page' }).focus();
  await page.keyboard.press('Enter');
  // The button is disabled: the browser takes the focus from it.
  await expect.poll(focused).toBe('BODY');
  show();
  await page.getByText('Showing: 2 of 27 leads').waitFor();
  await nextFrames(page);
  expect(await focused()).toBe('BODY');
  release();
});

test('goes to the page when no control is left', async () => {
  await page.goto('/leads/past');
  await untilKept(page);
  await page.getByRole('button', { name: 'Show Leads' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Leads as of / }).waitFor();
  await expect.poll(focused).toBe('MAIN');
});

test('also when the control had the focus before this code came', async () => {
  const release = await hold(page, /assets\/AfterFirstPage-/);
  await page.goto('/leads/past');
  await page.getByRole('button', { name: 'Show Leads' }).focus();
  release();
  await untilKept(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Leads as of / }).waitFor();
  await expect.poll(focused).toBe('MAIN');
});

test('returns to the moment after the values of a lead are restored', async () => {
  await page.goto('/leads?orderIds=DEMO-00003');
  await page.getByRole('link', { name: 'DEMO-00003' }).first().click();
  await page.getByRole('heading', { name: 'Order DEMO-00003' }).waitFor();
  await untilKept(page);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('City').fill('Timbuktu');
  await page.getByRole('button', { name: 'Update Lead' }).click();
  await page.getByRole('tab', { name: 'Time Travel' }).click();
  // Before the change is read, the history has only one event.
  await page.getByText('Event 2 of 2').waitFor();
  await page.getByRole('slider', { name: 'Moment' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Restore City' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Lead restored successfully').waitFor();
  await page.getByRole('button', { name: 'Restore City' }).waitFor({ state: 'hidden' });
  await expect.poll(focused).toBe('Moment');
});

test('stays on the control of a column that Alt and an arrow key move', async () => {
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Columns' });
  const box = sheet.getByRole('checkbox', { name: 'Created' });
  await box.focus();
  const isFocused = () => box.evaluate((one) => one === document.activeElement);
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) {
    await page.keyboard.press(`Alt+${key}`);
    expect(await isFocused()).toBe(true);
  }
  // At the end of its way, an arrow button gives the focus to the other one.
  const down = sheet.getByRole('button', { name: 'Move Created down' });
  await down.focus();
  while (await down.isEnabled()) await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Move Created up');
});

test('stays in a menu that is opened again in the moment in which it closes', async () => {
  await page.goto('/leads?limit=10');
  const opener = page.getByRole('button', { name: /^View/ });
  const item = page.getByRole('menuitemradio', { name: 'All Leads' });
  await opener.click();
  await item.waitFor();
  // Radix moves the focus to the opener in a timer after the menu has closed. A busy page handles the next click before it.
  await opener.evaluate(async (button) => {
    const timer = new Promise((ended) => setTimeout(ended, 50));
    const rendered = async () => {
      for (let tasks = 0; tasks < 100; tasks += 1) await null;
    };
    const press = new PointerEvent('pointerdown', { bubbles: true, cancelable: true, button: 0 });
    document.querySelector<HTMLElement>('[role=menuitemradio]')?.click();
    await rendered();
    if (document.querySelector('[role=menu]')) throw new Error('The choice has not closed the menu.');
    button.dispatchEvent(press);
    await rendered();
    if (!document.querySelector('[role=menu]')) throw new Error('The click has not opened the menu.');
    await timer;
  });
  await nextFrames(page);
  expect(await page.getByRole('menu').evaluate((menu) => menu.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
});
