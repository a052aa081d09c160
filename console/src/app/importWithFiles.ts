/** A file that could not be loaded is loaded again after this time. */
const AGAIN_AFTER_MS = 2000;
/**
 * A file without its whole answer after this time is loaded again, on a new connection: a laptop that slept or changed its
 * network may wait for minutes on the old one. Twice as long each time, because a slow line needs longer.
 */
const LOADED_WITHIN_MS = 20_000;

/** The files of this page that have been loaded or are being loaded; at most as many as the console has. */
const loading = new Map<string, Promise<void>>();

/** This page needs code that the server does not have: a newer version has replaced the page's. */
export class OutdatedPage extends Error {}

let isFirstPage = true;

/** Call it when the first page has its code: from now on imports wait for their files. */
export function endFirstPage(): void {
  isFirstPage = false;
}

/**
 * Imports code once its files (paths below the root) are in the browser's cache, and waits for a server that is away.
 * Without this, code that is needed or preloaded during a restart of the server would be missing until the page is
 * reloaded: Chromium remembers a failed import or preload, but not a failed fetch. Rejects with OutdatedPage when the server
 * does not have a file. The code of the first page is imported at once: its failure shows (CrashPage.tsx), and fetching it
 * first delays the leads list by 65 of 305 ms. A build calls this for every dynamic import (wait-for-files.ts).
 */
export async function importWithFiles<Module>(
  importing: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  if (isFirstPage) for (const file of files) preload(file);
  else await Promise.all(files.map(loadOnce));
  return importing();
}

/** Files of one import load beside each other, not each after the file that imports it. */
function preload(file: string): void {
  if (loading.has(file)) return;
  loading.set(file, Promise.resolve());
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', crossOrigin: 'anonymous', href: `/${file}` });
  document.head.append(link);
}

function loadOnce(file: string): Promise<void> {
  const loaded = loading.get(file) ?? (isInDocument(file) ? Promise.resolve() : untilLoaded(`/${file}`));
  loading.set(file, loaded);
  return loaded;
}

/** The first script of the page, which others import. */
const isInDocument = (file: string) => document.querySelector(`script[src="/${file}"]`) !== null;

async function untilLoaded(url: string): Promise<void> {
  let withinMs = LOADED_WITHIN_MS;
  for (;;) {
    const outcome = await ask(url, withinMs);
    if (outcome === 'loaded') return;
    if (outcome === 'missing') throw new OutdatedPage(url);
    if (outcome === 'late') withinMs *= 2;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}

/** 'loaded': the file is in the browser's cache. The answer of a proxy that reaches no server counts as 'away'. */
async function ask(url: string, withinMs: number): Promise<'loaded' | 'missing' | 'away' | 'late'> {
  const signal = AbortSignal.timeout(withinMs);
  try {
    const answer = await fetch(url, { signal });
    await answer.arrayBuffer();
    if (answer.ok) return 'loaded';
    return answer.status === 404 ? 'missing' : 'away';
  } catch {
    return signal.aborted ? 'late' : 'away';
  }
}
