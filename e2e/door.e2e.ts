import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillSignIn, PASSWORD, SUPER } from './people.ts';
import { openStage, type Stage } from './stage.ts';

/** Who comes in, and how far. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ leads: 5 });
});

afterAll(async () => {
  await stage?.close();
});

describe('signing in', () => {
  let page: Page;
  beforeAll(async () => {
    page = await stage.openWindow();
    await page.goto('/leads');
  });

  test('a page behind the door sends to the door', async () => {
    await page.waitForURL('**/login*');
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor();
  });

  test('the button waits for both fields', async () => {
    const button = page.getByRole('button', { name: 'Sign in' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Email address').fill(stage.people.admin);
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Password', { exact: true }).fill('x');
    expect(await button.isEnabled()).toBe(true);
  });

  test('a wrong password is told in the box, and no different from an unknown account', async () => {
    const text = 'Invalid email or password. Please check your credentials.';
    await fillSignIn(page, stage.people.admin, 'wrong');
    await page.getByRole('alert').getByText(text).waitFor();
    await fillSignIn(page, 'nobody@demo.test', PASSWORD);
    await page.getByRole('alert').getByText(text).waitFor();
  });

  test('too many tries are told to wait', async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      await fetch(`${stage.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: stage.people.operator2, password: 'wrong' }),
      });
    }
    await fillSignIn(page, stage.people.operator2, PASSWORD);
    await page.getByRole('alert').getByText('Too many login attempts. Please try again later.').waitFor();
  });

  test('the right one goes on to where they wanted to be, and the menu says who it is', async () => {
    await fillSignIn(page, stage.people.admin, PASSWORD);
    // Back to where the door had turned them away.
    await page.waitForURL('**/leads');
    await page.getByRole('button', { name: /Ananya Iyer/ }).click();
    await page.getByText(stage.people.admin).waitFor();
  });

  test('signing out ends the session everywhere', async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login*');
    // The page leaves at once; the call that ends the session is under way.
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
  ])('an operator at %s is told: %s', async (path, text) => {
    await operator.goto(path);
    await operator.getByText('Access Denied').waitFor();
    await operator.getByText(text).waitFor();
  });

  test('an operator is offered their own pages alone', async () => {
    await operator.goto('/dashboard');
    const links = operator.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    const items = await links.allTextContents();
    expect(items.map((item) => item.trim())).toEqual(['Dashboard', 'My Leads']);
  });

  test('a super admin passes the admins’ guard and sees nothing of any tenant', async () => {
    const page = await stage.signedIn(SUPER, '/users');
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    for (const person of [stage.people.admin, stage.people.operator])
      expect(await page.getByText(person).count()).toBe(0);
    await page.context().close();
  });

  test('a session that is ended elsewhere is shown the door within seconds', async () => {
    await operator.goto('/leads');
    await operator.getByText(/^Showing/).waitFor();
    const token = await operator.evaluate(() => localStorage.getItem('token'));
    await fetch(`${stage.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    await operator.waitForURL('**/login*');
  });
});
