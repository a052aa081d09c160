import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { keepIntercepting } from './keep-intercepting.ts';
import { fetchServed } from './served.ts';
import { keepTroubles } from './troubles.ts';

export const ADMIN = 'admin@demo.test';
export const SUPER = 'super@demo.test';
export const PASSWORD = 'demo-password';

/** A desktop's by default. */
export type Window = {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  timezoneId?: string;
  /** The user asked for less data: pages are not preloaded (console/src/app/preloadPages.ts). */
  savesData?: boolean;
  /** The screen is touched: there is no mouse. */
  touch?: boolean;
};

/** Opens an isolated window, as on another computer. With a token, it is signed in. */
export async function openWindow(
  browser: Browser,
  url: string,
  window: Window = {},
  token: string | null = null,
): Promise<Page> {
  const {
    width = 1440,
    height = 900,
    colorScheme = 'light',
    timezoneId,
    savesData = false,
    touch = false,
  } = window;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    hasTouch: touch,
    colorScheme,
    ...(timezoneId !== undefined && { timezoneId }),
    reducedMotion: 'reduce',
  });
  keepTroubles(context);
  // Only a limit for hangs: a busy machine must not reach it.
  context.setDefaultTimeout(180_000);
  if (savesData) await context.addInitScript({ content: saveData });
  if (token !== null) await context.addInitScript({ content: keepOnce(url, token) });
  const page = await context.newPage();
  keepIntercepting(page);
  return page;
}

/** A script for the page, as a text: the benchmarks import this file, without the types of browsers. Playwright cannot set this preference. */
const saveData = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } });`;

/**
 * A script for the page that keeps the session of a window, as the sign-in does: once, so that a sign-out lasts. Playwright's
 * `storageState` would open a page of its own for it, in a process of its own (120 ms of processor time per window).
 */
function keepOnce(url: string, token: string): string {
  return `if (location.origin === '${new URL(url).origin}' && localStorage.getItem('test-window') === null) {
    localStorage.setItem('test-window', 'signed in');
    localStorage.setItem('token', '${token}');
  }`;
}

/** Fills in the sign-in form and submits it. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in through the API. @returns the token of the new session */
export async function tokenOf(url: string, email: string): Promise<string> {
  const answer = await fetchServed(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return SignedIn.parse(await answer.json()).data.token;
}

const SignedIn = z.object({ data: z.object({ token: z.string() }) });

/** Opens a page in its own window, signed in as a demo account. The sign-in form has its own tests. */
export async function signedIn(
  browser: Browser,
  url: string,
  email: string,
  path: string,
  window?: Window,
): Promise<Page> {
  const page = await openWindow(browser, url, window, await tokenOf(url, email));
  await page.goto(path);
  return page;
}
