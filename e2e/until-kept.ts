import type { Page } from 'playwright-core';

/** Waits for the code that keeps the focus (keepFocus.ts): it loads after the first page, together with the toasts. */
export const untilKept = (page: Page) =>
  page.getByRole('region', { name: /^Notifications/ }).waitFor({ state: 'attached' });
