import { existsSync } from 'node:fs';
import { chromiumPath } from '@crm/platform/config/config.ts';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** A browser that talks to nobody but the product, as root too. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A real Chromium (design 10): the one named by CHROMIUM_PATH, the system's, or the one that npm brings. */
export async function openBrowser(): Promise<Browser> {
  const installed = chromiumPath() ?? SYSTEM.find((file) => existsSync(file));
  if (installed) return playwright.launch({ executablePath: installed, args: QUIET });
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args, ...QUIET],
  });
}
