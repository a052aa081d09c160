import type { Page } from 'playwright-core';

/** What opens over a page: its name, how a user opens it, and how it closes if not with Escape alone. */
type Dialog = {
  name: string;
  open: (page: Page) => Promise<unknown>;
  close?: (page: Page) => Promise<unknown>;
};

export type Screen = {
  name: string;
  as: 'visitor' | 'admin' | 'operator' | 'super admin';
  /**
   * The address; `ids` are those of existing entities. Lists of all organisations show the own one: other test files change
   * theirs in the same product, and a row that was suspended meanwhile opens no dialog.
   */
  path: (ids: Ids) => string;
  dialogs?: readonly Dialog[];
};

/** `admin`: the email of the organisation's admin. */
export type Ids = Record<'lead' | 'user' | 'offer' | 'postback' | 'batch' | 'admin', string>;

const ofAdmin =
  (list: string) =>
  ({ admin }: Ids) =>
    `${list}search=${encodeURIComponent(admin)}`;

/** A day of UTC that many days from now: the report shows the leads that the test has created. */
const dayIn = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };
const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Chooses an item of a menu. */
const choose = (menu: string | RegExp, item: string) => async (page: Page) => {
  await click(menu)(page);
  await page.getByRole('menuitem', { name: item }).click();
  // The menu must not be taken for the dialog.
  await page.getByRole('menu').waitFor({ state: 'hidden' });
};
/** Clicks a button, then one of the dialog that it opens, and waits for the dialog after that. */
const clickTwo = (button: string, next: string | RegExp, dialog: string) => async (page: Page) => {
  await click(button)(page);
  const first = page.locator('[role=dialog], [role=alertdialog]');
  await first.getByRole('button', { name: next }).click();
  await page.getByRole('dialog', { name: dialog }).waitFor();
};

/** Changes a lead's city, and leaves the form. */
const leaveUnsaved = async (page: Page) => {
  await page.getByLabel('City').fill('Nashik');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Offers' }).click();
};

/** Opens the dialog of a bulk action on all rows of the page. */
const ofSelected = (key: string) => async (page: Page) => {
  await page.getByLabel('Select all on this page').check();
  await page.keyboard.press(key);
};

const everywhere: readonly Dialog[] = [
  { name: 'shortcuts', open: press('?') },
  { name: 'Ctrl K', open: press('Control+k') },
  { name: 'user menu', open: click(/^User menu/) },
  { name: 'batches', open: click(/^Batches/) },
];

const ofLead: readonly Dialog[] = [
  { name: 'status', open: press('s') },
  { name: 'assign', open: press('a') },
  { name: 'comment', open: press('c') },
];

/** Every page of the console and everything that opens over it. The browser test checks each of them. */
export const screens: readonly Screen[] = [
  {
    name: 'landing',
    as: 'visitor',
    path: () => '/',
    dialogs: [{ name: 'registration', open: click(/^Get Started: Starter/) }],
  },
  { name: 'sign in', as: 'visitor', path: () => '/login' },
  { name: 'forgotten password', as: 'visitor', path: () => '/forgot-password' },
  { name: 'new password', as: 'visitor', path: () => '/reset-password#a-token' },
  { name: 'set up', as: 'visitor', path: () => '/setup' },
  { name: 'not found', as: 'visitor', path: () => '/no-such-page' },
  { name: 'dashboard', as: 'admin', path: () => '/dashboard', dialogs: everywhere },
  {
    name: 'reports',
    as: 'admin',
    path: () => `/reports?type=leads&startDate=${dayIn(-30)}&endDate=${dayIn(1)}`,
    dialogs: [
      { name: 'save report', open: click('Save this report') },
      { name: 'schedule', open: choose(/^Actions for/, 'Send by mail…') },
      { name: 'rename report', open: choose(/^Actions for/, 'Rename') },
    ],
  },
  { name: 'leads', as: 'admin', path: () => '/leads' },
  {
    name: 'dialogs of the leads list',
    as: 'admin',
    // One row: axe reads the whole page again for each dialog.
    path: () => '/leads?orderIds=DEMO-00001',
    dialogs: [
      ...ofLead.map(({ name, open }) => ({
        name,
        open: async (page: Page) => {
          await page.keyboard.press('j');
          await open(page);
        },
      })),
      { name: 'menu of the status', open: click(/: Update Status, order/) },
      { name: 'delete', open: press('j', '#') },
      { name: 'export', open: click('Export') },
      { name: 'views', open: press('V') },
      { name: 'save view', open: press('W') },
      { name: 'columns', open: press('C') },
      { name: 'status of selected', open: ofSelected('S') },
      { name: 'assign selected', open: ofSelected('A') },
      { name: 'approve selected', open: ofSelected('Y') },
      { name: 'reject selected', open: ofSelected('R') },
      { name: 'reassign selected', open: ofSelected('T') },
      { name: 'delete selected', open: ofSelected('D') },
    ],
  },
  { name: 'leads without a hit', as: 'admin', path: () => '/leads?search=no-such-lead' },
  { name: 'new lead', as: 'admin', path: () => '/leads/new' },
  { name: 'past leads', as: 'admin', path: () => '/leads/past' },
  { name: 'leads over the limit', as: 'admin', path: () => '/leads/aside' },
  {
    name: 'lead in the past',
    as: 'admin',
    path: ({ lead }) => `/leads/${lead}?tab=history&at=0`,
    dialogs: [{ name: 'restore', open: click('Restore City') }],
  },
  {
    name: 'lead',
    as: 'admin',
    path: ({ lead }) => `/leads/${lead}`,
    dialogs: [
      ...ofLead,
      { name: 'more actions', open: click('More actions') },
      { name: 'erase', open: choose('More actions', 'Erase personal data') },
    ],
  },
  { name: 'activity of a lead', as: 'admin', path: ({ lead }) => `/leads/${lead}?tab=activity` },
  {
    name: 'edit lead',
    as: 'admin',
    path: ({ lead }) => `/leads/${lead}/edit`,
    dialogs: [{ name: 'unsaved changes', open: leaveUnsaved }],
  },
  { name: 'upload', as: 'admin', path: () => '/upload-leads' },
  {
    name: 'users',
    as: 'admin',
    path: () => '/users',
    dialogs: [{ name: 'delete', open: click(/^Delete user Rohit/) }],
  },
  { name: 'new user', as: 'admin', path: () => '/users/new' },
  { name: 'user', as: 'admin', path: ({ user }) => `/users/${user}` },
  { name: 'activity of a user', as: 'admin', path: ({ user }) => `/users/${user}?tab=activity` },
  { name: 'edit user', as: 'admin', path: ({ user }) => `/users/${user}/edit` },
  {
    name: 'offers',
    as: 'admin',
    path: () => '/offers',
    dialogs: [{ name: 'delete', open: click(/^Delete offer/) }],
  },
  { name: 'new offer', as: 'admin', path: () => '/offers/new' },
  { name: 'offer', as: 'admin', path: ({ offer }) => `/offers/${offer}` },
  { name: 'edit offer', as: 'admin', path: ({ offer }) => `/offers/${offer}/edit` },
  {
    name: 'postbacks',
    as: 'admin',
    path: () => '/postbacks',
    dialogs: [{ name: 'delete', open: click(/^Delete/) }],
  },
  { name: 'new postback', as: 'admin', path: () => '/postbacks/new' },
  {
    name: 'edit postback',
    as: 'admin',
    path: ({ postback }) => `/postbacks/${postback}/edit`,
    dialogs: [
      { name: 'roll secret', open: click('Roll secret') },
      {
        name: 'secret',
        open: clickTwo('Roll secret', 'Roll secret', 'Signing secret'),
        close: click('Done'),
      },
    ],
  },
  {
    name: 'logs of a postback',
    as: 'admin',
    path: ({ postback }) => `/postbacks/${postback}/logs`,
    dialogs: [
      { name: 'backfill', open: press('h') },
      { name: 'retention', open: press('K') },
      { name: 'retry all', open: press('Q') },
      { name: 'details', open: press('j', 'o') },
    ],
  },
  { name: 'test of a postback', as: 'admin', path: ({ postback }) => `/postbacks/${postback}/test` },
  {
    name: 'approvals',
    as: 'admin',
    path: () => '/approvals',
    dialogs: [
      { name: 'approve', open: press('j', 'y') },
      { name: 'reject', open: press('j', 'r') },
      { name: 'approve selected', open: ofSelected('Y') },
      { name: 'reject selected', open: ofSelected('R') },
    ],
  },
  { name: 'batches', as: 'admin', path: () => '/batches' },
  { name: 'batch', as: 'admin', path: ({ batch }) => `/batches/${batch}` },
  {
    name: 'profile',
    as: 'admin',
    path: () => '/profile',
    dialogs: [{ name: 'end sessions', open: click('Sign Out All Others') }],
  },
  {
    name: 'own subscription',
    as: 'admin',
    path: () => '/profile?tab=subscription',
    dialogs: [
      { name: 'renewal', open: click('Renew Now') },
      {
        name: 'checkout',
        open: clickTwo('Renew Now', /^Pay/, 'Test checkout'),
        // The renewal comes back.
        close: async (page) => {
          await page.keyboard.press('Escape');
          await page.getByRole('dialog', { name: 'Renew Subscription' }).waitFor();
          await page.keyboard.press('Escape');
        },
      },
    ],
  },
  {
    name: 'organisation',
    as: 'admin',
    path: () => '/profile?tab=organization',
    dialogs: [{ name: 'new API key', open: click('New Key') }],
  },
  { name: 'leads of an operator', as: 'operator', path: () => '/leads' },
  { name: 'dashboard of an operator', as: 'operator', path: () => '/dashboard' },
  {
    name: 'work queue',
    as: 'operator',
    path: () => '/work',
    dialogs: [
      { name: 'callback', open: press('2') },
      { name: 'status', open: press('s') },
    ],
  },
  { name: 'work of the team', as: 'admin', path: () => '/work' },
  { name: 'dashboard of a super admin', as: 'super admin', path: () => '/dashboard' },
  {
    name: 'organisations',
    as: 'super admin',
    path: ofAdmin('/organizations?'),
    dialogs: [
      { name: 'new organisation', open: press('n') },
      { name: 'import', open: click('Import Archive') },
      { name: 'actions', open: click(/^Actions of/) },
      { name: 'edit', open: press('j', 'e') },
      { name: 'rename', open: choose(/^Actions of/, 'Rename Organization') },
      { name: 'suspend', open: press('j', 's') },
      { name: 'delete', open: press('j', '#') },
    ],
  },
  {
    name: 'plans',
    as: 'super admin',
    path: () => '/plans-management?search=Starter',
    dialogs: [
      { name: 'new plan', open: press('n') },
      { name: 'edit', open: click(/^Edit plan/) },
      { name: 'delete', open: click(/^Delete plan/) },
    ],
  },
  {
    name: 'subscriptions',
    as: 'super admin',
    path: ofAdmin('/subscription-management?'),
    dialogs: [
      { name: 'actions', open: click(/^Actions of/) },
      { name: 'details', open: press('j', 'o') },
      { name: 'status', open: press('j', 's') },
      { name: 'extend', open: press('j', 'L') },
      { name: 'cancel', open: press('j', 'Z') },
    ],
  },
  {
    name: 'audit history',
    as: 'admin',
    // One row: axe reads the whole page again for each dialog.
    path: () => '/audit-history?action=OrganizationRenamed',
  },
  {
    name: 'audit history of all organisations',
    as: 'super admin',
    path: () => '/audit-history?action=PlanCreated&limit=10',
    dialogs: [{ name: 'entry', open: press('j', 'o') }],
  },
  {
    name: 'payments',
    as: 'super admin',
    path: ofAdmin('/payments-management?status=granted&'),
    dialogs: [{ name: 'refund', open: press('j', 'G') }],
  },
  { name: 'page that an operator may not open', as: 'operator', path: () => '/users' },
];
