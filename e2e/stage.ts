import path from 'node:path';
import { organisations as demo } from '@crm/command-api/demo/organisations.ts';
import { seedDemo } from '@crm/command-api/demo/seed.ts';
import { openLookups } from '@crm/command-api/handle/lookups.ts';
import { openPlaces } from '@crm/platform/places/places.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { Pool } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { expect, inject, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { organisationsOf, type People, peopleOf } from './organisations.ts';
import { postLead } from './partner.ts';
import { openWindow, signedIn, type Window } from './people.ts';
import { untilRead } from './until-read.ts';

/**
 * The environment of a browser test: a product, two organisations in it, and browser windows, which close after the test
 * file. They preload no pages unless `savesData` is false: that takes half a second of processor time per window.
 */
export type Stage = {
  url: string;
  people: People;
  /** The name of the accounts' organisation. */
  organisation: string;
  openWindow: (window?: Window) => Promise<Page>;
  /** Opens a page in its own window, signed in with an account. */
  signedIn: (email: string, path: string, window?: Window) => Promise<Page>;
  /** Posts a lead for that organisation as a partner. */
  postLead: (fields: { orderId: string; fullName: string; email?: string }) => Promise<Response>;
};

/**
 * Creates two organisations, named after this test file, in the product that the browser tests share
 * (shared-product.ts). Call it once in a file.
 */
export async function openStage({ leads }: { leads: number }): Promise<Stage> {
  const { url, databaseUrl } = inject('product');
  const organisations = organisationsOf(path.basename(expect.getState().testPath ?? '', '.e2e.ts'));
  const store = testStore(databaseUrl);
  const pool = new Pool({ connectionString: databaseUrl, options: '-c app.tenant=*' });
  // It goes on where it stopped if Postgres does not answer in time, as on a machine with other work.
  const lookups = openLookups(store);
  const deps = { store, lookups, forgetLookup: lookups.forget, pool, places: openPlaces(pool) };
  await vi.waitFor(() => seedDemo(deps, leads, organisations));
  const people = peopleOf(organisations);
  while (!(await canSignIn(pool, Object.values(people))));
  await store.close();
  await pool.end();
  await untilRead(databaseUrl);
  return stageOn(url, organisations);
}

/** Whether the product's sign-in knows the accounts: they were written past the product, which follows a little later. */
async function canSignIn(pool: Pool, emails: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query('select from user_directory where email_lower = any($1)', [emails]);
  return rowCount === emails.length;
}

/**
 * Opens windows on the test's own product, with the demo's organisations: for tests that restart or configure
 * it.
 */
export async function stageOn(url: string, organisations = demo): Promise<Stage> {
  const browser = await sharedBrowser();
  const [{ name: organisation }] = organisations;
  return {
    url,
    people: peopleOf(organisations),
    organisation,
    openWindow: (window) => openWindow(browser, url, { savesData: true, ...window }),
    signedIn: (email, path, window) => signedIn(browser, url, email, path, { savesData: true, ...window }),
    postLead: (fields) => postLead(url, fields, organisation),
  };
}

/** Pages of tests live for seconds: optimising their code costs more than it saves (a tenth of the browser's CPU time). */
const SHORT_LIVED = ['--js-flags=--no-opt --single-threaded'];

let browser: Promise<Browser> | null = null;
/** Starts the browser once per vitest worker; it stops with the worker. */
function sharedBrowser(): Promise<Browser> {
  browser ??= openBrowser(SHORT_LIVED);
  return browser;
}

/** All open pages of this vitest worker. */
export async function openPages(): Promise<Page[]> {
  return (await browser)?.contexts().flatMap((context) => context.pages()) ?? [];
}

/** Closes all windows of this vitest worker. */
export async function closeWindows(): Promise<void> {
  // An answer that a test changes may still be on its way; without its page, it would be an error of the run.
  await Promise.all((await openPages()).map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(((await browser)?.contexts() ?? []).map((context) => context.close()));
}
