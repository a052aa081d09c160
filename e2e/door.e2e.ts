import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { pageWeights } from './page-weights.ts';
import { fillSignIn, PASSWORD, SUPER } from './people.ts';
import {
  dashboardScreen,
  leadsScreen,
  type Script,
  scriptsBefore,
  signInScreen,
  weightOf,
} from './scripts-before.ts';
import { fetchServed } from './served.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** Sign-in and the access to pages. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ leads: 5 });
});

test('the console is built for production', async () => {
  const text = async (path: string) => (await fetch(`${stage.url}${path}`)).text();
  const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(await text('/login')) ?? [];
  const code = await text(script);
  expect(code).toContain('createElement');
  expect(code).not.toContain('jsxDEV');
});

/** The limit in kB of the first kind that matches a page, without what the page loads later. */
const limits: readonly [pages: RegExp, kb: number][] = [
  [/^auth\/SignInPage/, 120],
  [/^landing\//, 150],
  [/^dashboards\//, 160],
  [/^(?:work|reports)\/|detail\/(?:Offer|User)Page/, 177],
  // Zod and react-hook-form: a form shows its errors at once.
  [/^postbacks\/form\//, 251],
  [/^(?:approvals|profile)\/|detail\/LeadPage/, 240],
  [/^auth\/|\/(?:form|past|test|upload)\//, 223],
  // Lists with their saved views, and the page of a batch.
  [/./, 208],
];

describe('the JavaScript before a screen, gzipped', () => {
  test('of each page is at most what its kind may have', () => {
    const pages = [...pageWeights()];
    const over = pages.flatMap(([page, kb]) => {
      const [, most = 0] = limits.find(([kind]) => kind.test(page)) ?? [];
      return kb > most ? [`${page}: ${kb.toFixed(1)} of ${most} kB`] : [];
    });
    expect(over).toEqual([]);
    // Otherwise not all pages were found.
    expect(pages.length).toBeGreaterThan(30);
  });

  test('of the sign-in page is at most 120 kB', async () => {
    const page = await stage.openWindow();
    expectAtMost(120, await scriptsBefore(page, signInScreen));
  });

  test('of the dashboard is at most 160 kB, of the leads list 210 kB, each in at most 12 files', async () => {
    const page = await stage.signedIn(stage.people.admin, '/leads');
    for (const [screen, kb] of [
      [leadsScreen, 210],
      [dashboardScreen, 160],
    ] as const) {
      const scripts = await scriptsBefore(page, screen);
      expectAtMost(kb, scripts);
      expect(scripts.length).toBeLessThanOrEqual(12);
    }
  });

  function expectAtMost(kb: number, scripts: readonly Script[]) {
    const bySize = scripts.map((script) => `${script.kb.toFixed(1)} kB ${script.name}`);
    expect(weightOf(scripts), bySize.join('\n')).toBeLessThanOrEqual(kb);
    // Otherwise nothing was measured.
    expect(weightOf(scripts)).toBeGreaterThan(kb / 2);
  }
});

describe('signing in', () => {
  let page: Page;
  beforeAll(async () => {
    page = await stage.openWindow();
    await page.goto('/leads');
  });

  test('a protected page redirects to the sign-in page', async () => {
    await page.waitForURL('**/login*');
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor();
  });

  test('the button is disabled until both fields are filled', async () => {
    const button = page.getByRole('button', { name: 'Sign in' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Email address').fill(stage.people.admin);
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Password', { exact: true }).fill('x');
    expect(await button.isEnabled()).toBe(true);
  });

  test('a wrong password shows the same error as an unknown account', async () => {
    const text = 'Invalid email or password. Please check your credentials.';
    await fillSignIn(page, stage.people.admin, 'wrong');
    await page.getByRole('alert').getByText(text).waitFor();
    await fillSignIn(page, 'nobody@demo.test', PASSWORD);
    await page.getByRole('alert').getByText(text).waitFor();
    // It is the user's place in the form while the call runs, and afterwards.
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Sign in');
  });

  test('a malformed email marks the field', async () => {
    await fillSignIn(page, 'nobody at home', PASSWORD);
    await page.getByText('Please enter a valid email address').waitFor();
    expect(await page.getByLabel('Email address').getAttribute('aria-invalid')).toBe('true');
  });

  test('too many attempts show an error that asks to wait', async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      await fetchServed(`${stage.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: stage.people.operator2, password: 'wrong' }),
      });
    }
    await fillSignIn(page, stage.people.operator2, PASSWORD);
    await page.getByRole('alert').getByText('Too many login attempts. Please try again later.').waitFor();
  });

  test('a correct sign-in continues to the requested page, and the menu shows the user', async () => {
    await fillSignIn(page, stage.people.admin, PASSWORD);
    // Returns to the page that redirected here.
    await page.waitForURL('**/leads');
    await page.getByRole('button', { name: /Ananya Iyer/ }).click();
    await page.getByText(stage.people.admin).waitFor();
  });

  test('signing out ends the session on the server, too', async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login*');
    // The page redirects at once; the logout call may still be in flight.
    const status = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${stage.url}/api/auth/me`, { headers })).status;
    };
    await expect.poll(status).toBe(401);
  });
});

describe('guards', () => {
  let operator: Page;
  beforeAll(async () => {
    operator = await stage.signedIn(stage.people.operator, '/dashboard');
  });

  test.each([
    ['/users', 'Admin privileges required'],
    ['/offers', 'Admin privileges required'],
    ['/approvals', 'Admin privileges required'],
    ['/leads/new', 'Admin privileges required'],
    ['/plans-management', 'Super Admin privileges required'],
  ])('an operator at %s reads: %s', async (path, text) => {
    await visit(operator, path);
    await operator.getByText('Access Denied').waitFor();
    await operator.getByText(text).waitFor();
  });

  test('an operator sees links only to permitted pages', async () => {
    await visit(operator, '/dashboard');
    const links = operator.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    const items = await links.allTextContents();
    expect(items.map((item) => item.trim())).toEqual(['Dashboard', 'My Leads', 'Work Queue']);
  });

  /** How many ways to edit or delete a user the list offers, and the user's own page, which is left open. */
  async function offeredFor(page: Page, email: string) {
    const main = page.getByRole('main');
    const changes = main
      .getByRole('link', { name: /^Edit/ })
      .or(main.getByRole('button', { name: /^Delete/ }));
    await visit(page, `/users?search=${encodeURIComponent(email)}`);
    await main.getByText('Showing: 1 of 1 user').waitFor();
    await main.getByRole('link', { name: /^View user/ }).waitFor(); // the row may come after its number
    const inRow = await changes.count();
    await main.getByRole('link', { name: /^View user/ }).click();
    await main.getByRole('tab', { name: 'Details' }).waitFor();
    return { inRow, onPage: await changes.count() };
  }

  test('an admin is offered to edit and to delete a user', async () => {
    const page = await stage.signedIn(stage.people.admin, '/users');
    expect(await offeredFor(page, stage.people.operator)).toEqual({ inRow: 2, onPage: 2 });
    await page.context().close();
  });

  test('a super admin passes the admin guard, but sees no data of a tenant', async () => {
    const page = await stage.signedIn(SUPER, '/users');
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    for (const person of [stage.people.admin, stage.people.operator])
      expect(await page.getByText(person).count()).toBe(0);
    for (const list of ['users', 'offers', 'postbacks']) {
      await visit(page, `/${list}`);
      await page.getByRole('searchbox').waitFor();
      // What the server would refuse is not offered.
      expect(await page.getByRole('link', { name: /^Add/ }).count(), list).toBe(0);
      expect(await page.getByRole('button', { name: 'Backfill' }).count(), list).toBe(0);
      await visit(page, `/${list}/new`);
      await page.getByRole('alert').getByText('Admin privileges required').waitFor();
    }
    for (const path of ['/leads/new', '/upload-leads']) {
      await visit(page, path);
      await page.getByRole('alert').getByText('Admin privileges required').waitFor();
    }
    expect(await offeredFor(page, SUPER)).toEqual({ inRow: 0, onPage: 0 });
    await visit(page, `${new URL(page.url()).pathname}/edit`);
    await page.getByRole('alert').getByText('Admin privileges required').waitFor();
    await visit(page, '/dashboard');
    const links = page.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    expect((await links.allTextContents()).map((item) => item.trim())).toEqual([
      'Dashboard',
      'Organizations',
      'Plans',
      'Subscriptions',
      'Payments',
      'Audit History',
    ]);
    await page.context().close();
  });

  test('a session that ends elsewhere returns to the sign-in page within seconds', async () => {
    await visit(operator, '/leads');
    await operator.getByText(/^Showing/).waitFor();
    const token = await operator.evaluate(() => localStorage.getItem('token'));
    await fetchServed(`${stage.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    await operator.waitForURL('**/login*');
  });
});
