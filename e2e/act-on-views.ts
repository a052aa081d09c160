import type { Page } from 'playwright-core';
import { nextFrames } from './next-frames.ts';

/** What the tests of saved views do with the menu of a list's views. */

export const viewsMenu = (page: Page) => page.getByRole('button', { name: /^(View: |Views$)/ });
export const chooseView = async (page: Page, name: string) => {
  await viewsMenu(page).click();
  await page.getByRole('menuitemradio', { name }).click();
  // The page shows the choice a moment later.
  const shown = name === 'All Leads' ? 'Views' : `View: ${name}`;
  await page.getByRole('button', { name: shown, exact: true }).waitFor();
};
export const actOnView = async (page: Page, name: string) => {
  await viewsMenu(page).click();
  await page.getByRole('menuitem', { name }).click();
};
export const saveViewAs = async (page: Page, name: string, share = false) => {
  // The key comes with the menu.
  await viewsMenu(page).waitFor();
  await nextFrames(page);
  await page.keyboard.press('W');
  const dialog = page.getByRole('dialog', { name: 'Save as new view' });
  await dialog.getByLabel('Name').fill(name);
  if (share) await dialog.getByLabel('Share with everybody').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
};
