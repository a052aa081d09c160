import { useEffect } from 'react';
import { matchPath } from 'react-router-dom';
import { can } from '../auth/can.ts';
import type { CurrentUser } from '../auth/currentUser.ts';
import { idle } from '../ui/idle.ts';
import type { Page } from './feature.ts';
import { features } from './features.ts';

/** Idle time loads the code of at most this many pages; the others load on hover or when they are opened. */
const MOST_WHEN_IDLE = 12;
/** After the popups' code. */
const START_AFTER_MS = 2500;

/** The browser takes 2 ms to find that it has the files of a page, and the pointer crosses a link in every row. */
const preloaded = new WeakSet<Page>();

/** Loads the code of a page before it is opened. A failure shows when the page is opened. */
async function preload(page: Page): Promise<void> {
  if (preloaded.has(page)) return;
  preloaded.add(page);
  await page.load().catch(() => preloaded.delete(page));
}

/**
 * Preloads the code of pages: when a link to one is hovered or focused, and some when the browser is idle. Used when the first
 * page has read its data.
 */
export function usePreloadedPages(user: CurrentUser): void {
  useEffect(() => {
    if (savesData()) return;
    const pages = features
      .flatMap((feature) => feature.pages)
      .filter(({ needs }) => !needs || can(user, needs));
    const stop = new AbortController();
    const { signal } = stop;

    function onLink({ target }: { target: EventTarget | null }) {
      const link = target instanceof Element ? target.closest('a') : null;
      if (!link || link.origin !== window.location.origin) return;
      const page = pages.find(({ path }) => matchPath(path, link.pathname));
      if (page) void preload(page);
    }
    // The pointer or the focus may have come to a link before this code was there.
    for (const target of document.querySelectorAll('a:hover, a:focus')) onLink({ target });
    document.addEventListener('pointerover', onLink, { signal, passive: true });
    document.addEventListener('focusin', onLink, { signal });

    const start = () => void whenIdle(pages.slice(0, MOST_WHEN_IDLE), signal);
    const timer = setTimeout(start, START_AFTER_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [user]);
}

/** One page after the other, so that requests of the user are not delayed by more than one file. */
async function whenIdle(pages: readonly Page[], signal: AbortSignal): Promise<void> {
  for (const page of pages) {
    await idle();
    if (signal.aborted) return;
    await preload(page);
  }
}

/** Whether the user asked for less data, or the line is so slow that it should carry only what is needed. */
function savesData(): boolean {
  // Not in TypeScript's DOM types; only Chromium has it.
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}
