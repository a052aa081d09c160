import type { Browser, Page } from 'playwright-core';

export const ADMIN = 'admin@demo.test';
export const OPERATOR = 'operator@demo.test';
export const RIVAL = 'admin@rival.test';
export const SUPER = 'super@demo.test';
export const PASSWORD = 'demo-password';

export type Window = { width: number; height: number; colorScheme?: 'light' | 'dark' };
const DESK: Window = { width: 1440, height: 900 };

/** A window of its own, as on another computer: nothing is shared with other windows. */
export async function openWindow(browser: Browser, url: string, window: Window = DESK): Promise<Page> {
  const { width, height, colorScheme = 'light' } = window;
  const context = await browser.newContext({ baseURL: url, viewport: { width, height }, colorScheme });
  // A limit for hangs: a machine that does other work too must not reach it.
  context.setDefaultTimeout(60_000);
  return context.newPage();
}

/** Fills in the sign-in form and sends it. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A window in which a person of the demo has signed in. */
export async function signedIn(
  browser: Browser,
  url: string,
  email: string,
  window: Window = DESK,
): Promise<Page> {
  const page = await openWindow(browser, url, window);
  await page.goto('/login');
  await fillSignIn(page, email, PASSWORD);
  await page.waitForURL('**/dashboard');
  return page;
}
