import { existsSync } from 'node:fs';
import { chromiumPath } from '@crm/platform/config/config.ts';
import { type Browser, chromium as playwright } from 'playwright-core';
import { npmChromium } from './npm-chromium.ts';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** No requests of the browser's own, and no sandbox, which root cannot have. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A real Chromium: the one named by CHROMIUM_PATH, the system's, or the one of npm, which needs no packages of the system. */
export async function openBrowser(): Promise<Browser> {
  const installed = chromiumPath() ?? SYSTEM.find((file) => existsSync(file));
  return playwright.launch({
    ...(installed ? { executablePath: installed } : await npmChromium()),
    args: QUIET,
  });
}
