import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { chooseView } from './act-on-views.ts';
import { viewForm } from './api/samples.ts';
import { callApi } from './call-api.ts';
import { SUPER } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { tryAgain } from './try-again.ts';

/** Choices that could not be read: without a message, the user would believe that there are none. */
let stage: Stage;
let page: Page;

const OFFERS = /\/api\/offers\/(?:names|active)$/;
const OPERATORS = /\/api\/(?:auth\/get-operators-for-filter|admin\/operators)$/;

beforeAll(async () => {
  stage = await openStage({ leads: 3 });
  await callApi(stage.url, stage.people.admin, 'POST', '/postbacks', {
    name: 'Tracker',
    url: 'http://127.0.0.1:9999/in',
    triggerEvents: ['new_lead'],
  });
  page = await stage.signedIn(stage.people.admin, '/dashboard');
});

/** Refuses requests to matching addresses until the returned function is called. */
async function failing(of: Page, address: RegExp): Promise<() => void> {
  let works = false;
  await of.route(address, (route) => (works ? route.continue() : route.fulfill({ status: 500 })));
  return () => {
    works = true;
  };
}

const failed = (within: Page | Locator, labels: string) =>
  within.getByRole('alert').filter({ hasText: `The choices for ${labels} could not be loaded.` });

/** The select with this label, once it has the option. */
const selectWith = (of: Page, label: string | RegExp, option: string | RegExp) =>
  of.getByRole('combobox', { name: label }).filter({ has: of.getByRole('option', { name: option }) });

test('the leads list says which choices could not be read, until they are read again', async () => {
  const offersWork = await failing(page, OFFERS);
  const operatorsWork = await failing(page, OPERATORS);
  await page.goto(`/leads?product=${crypto.randomUUID()}`);
  await failed(page, 'Assignment and Product').waitFor();
  // Whether the chosen offer exists is not known.
  await selectWith(page, 'Product', '…').waitFor();
  expect(await page.getByText('Not available').count()).toBe(0);
  operatorsWork();
  const button = failed(page, 'Product').getByRole('button', { name: 'Try Again' });
  await tryAgain(page, selectWith(page, 'Assignment', /Rohit/));
  // The offers still fail; the button keeps the focus, for another try.
  await button.focus();
  const again = page.waitForResponse(OFFERS);
  await page.keyboard.press('Enter');
  expect((await again).status()).toBe(500);
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  offersWork();
  await tryAgain(page, selectWith(page, 'Product', 'Not available'));
  await failed(page, 'Product').waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});

test('also when the line is cut', async () => {
  let isCut = true;
  await page.route(OFFERS, (route) => (isCut ? route.abort() : route.continue()));
  await page.goto('/leads');
  await failed(page, 'Product').waitFor();
  isCut = false;
  await tryAgain(page, selectWith(page, 'Product', /^(?!All)/));
  await failed(page, 'Product').waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});

type Place = {
  path: string;
  /** The labels in the message, and the reads that fail. */
  labels: string;
  reads: RegExp;
  /** A select, and one of its choices. */
  select: [label: string, option: string | RegExp];
  open?: (page: Page) => Promise<void>;
};

const places: Record<string, Place> = {
  'the approvals': {
    path: '/approvals',
    labels: 'Operator and Product',
    reads: new RegExp(`${OFFERS.source}|${OPERATORS.source}`),
    select: ['Operator', /Rohit/],
  },
  'the history': {
    path: '/audit-history',
    labels: 'Action and Actor',
    reads: /\/api\/admin\/audit-choices$/,
    select: ['Actor', /Ananya/],
  },
  'the reports': {
    path: '/reports',
    labels: 'Offer and Operator',
    reads: new RegExp(`${OFFERS.source}|${OPERATORS.source}`),
    select: ['Offer', /\w/],
  },
  'the past leads': {
    path: '/leads/past',
    labels: 'Product and Assigned To',
    reads: new RegExp(`${OFFERS.source}|${OPERATORS.source}`),
    select: ['Assigned To', /Rohit/],
  },
  'the form of a lead': {
    path: '/leads/new',
    labels: 'Offer',
    reads: OFFERS,
    select: ['Offer', /^(?!Custom)/],
  },
  'the form of a postback': {
    path: '/postbacks/new',
    labels: 'Offers',
    reads: OFFERS,
    select: ['Offers', /^(?!Add)/],
  },
  'the backfill': {
    path: '/postbacks',
    labels: 'Postback',
    reads: /\/api\/postbacks\/names$/,
    select: ['Postback', /Tracker/],
    open: (on) => on.getByRole('button', { name: 'Backfill' }).click(),
  },
  'the assign dialog': {
    path: '/leads',
    labels: 'Operators',
    reads: /\/api\/admin\/operators$/,
    select: ['Operator', /Rohit/],
    open: (on) =>
      on
        .getByRole('button', { name: /: Assign, order/ })
        .first()
        .click(),
  },
};

test.each(Object.entries(places))('%s: the same', async (_, { path, labels, reads, select, open }) => {
  const work = await failing(page, reads);
  await page.goto(path);
  await open?.(page);
  await failed(page, labels).waitFor();
  work();
  await tryAgain(failed(page, labels), selectWith(page, ...select));
  await failed(page, labels).waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});

test('a super admin reads the same of the plans in the list of subscriptions', async () => {
  const above = await stage.signedIn(SUPER, '/dashboard');
  const work = await failing(above, /\/api\/super-admin\/plans$/);
  await above.goto('/subscription-management');
  await failed(above, 'Plan').waitFor();
  work();
  await tryAgain(failed(above, 'Plan'), above.getByRole('combobox', { name: 'Plan' }));
  await failed(above, 'Plan').waitFor({ state: 'detached' });
  await above.unrouteAll({ behavior: 'wait' });
  await above.context().close();
});

test('the placeholders of a postback, which are not said to belong to no lead', async () => {
  const work = await failing(page, /\/api\/postbacks\/placeholders$/);
  await page.goto('/postbacks/new');
  await page.getByRole('button', { name: 'Insert placeholder into URL' }).click();
  const popup = page.getByRole('dialog', { name: 'Placeholders' });
  await failed(popup, 'Placeholders').waitFor();
  expect(await popup.getByText(/order|lead/i).count()).toBe(0);
  work();
  await tryAgain(popup, popup.getByRole('option', { name: /^orderId/ }));
  await failed(popup, 'Placeholders').waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});

test('the leads list says that its views could not be read, and shows them when they are read again', async () => {
  await callApi(stage.url, stage.people.admin, 'POST', '/views', viewForm('Held'));
  const viewsWork = await failing(page, /\/api\/views\?list=leads$/);
  await page.goto('/leads');
  await page.getByText('Showing: 3 of 3 leads').waitFor();
  const notice = failed(page, 'Views');
  await notice.waitFor();
  viewsWork();
  // The page may also read them by itself.
  const gone = notice.waitFor({ state: 'detached' });
  await Promise.race([notice.getByRole('button', { name: 'Try Again' }).click(), gone]);
  await gone;
  await chooseView(page, 'Held'); // the list opens with it from now on
  await page.unrouteAll({ behavior: 'wait' });
});
