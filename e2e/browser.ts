import { existsSync } from 'node:fs';
import { chromiumPath } from '@crm/platform/config/config.ts';
import { type Browser, chromium as playwright } from 'playwright-core';
import { npmChromium } from './npm-chromium.ts';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Disables the browser's own requests, and the sandbox, which does not work as root. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts Chromium: the one of CHROMIUM_PATH, else the system's, else the one from npm, which needs no system
 * packages.
 *
 * @param args further flags of Chromium
 */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const installed = chromiumPath() ?? SYSTEM.find((file) => existsSync(file));
  return playwright.launch({
    ...(installed ? { executablePath: installed } : await npmChromium()),
    args: [...QUIET, ...args],
  });
}
