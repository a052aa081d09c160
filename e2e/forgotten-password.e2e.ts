import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { fillSignIn } from './people.ts';
import { openStage, type Stage } from './stage.ts';

/** The way of a user who forgot the password: request, mail, new password, sign-in. */
let stage: Stage;
const outbox = path.join(inject('product').dataDir, 'outbox');
beforeAll(async () => {
  stage = await openStage({ leads: 1 });
});

/** The link in the newest mail to an address. */
function linkMailedTo(address: string): string {
  const mails = readdirSync(outbox).sort().reverse();
  for (const name of mails.filter((each) => each.endsWith('.eml'))) {
    const mail = readFileSync(path.join(outbox, name), 'utf8').replaceAll('=\r\n', '');
    const link = /^http:\/\/.*\/reset-password#[\w-]{43}$/m.exec(mail.replaceAll('\r', ''))?.[0];
    if (mail.includes(`To: ${address}\r\n`) && link) return link;
  }
  throw new Error(`No mail to ${address}`);
}

test('a forgotten password is replaced with a mailed link, which works once', async () => {
  const email = stage.people.operator2;
  const page = await stage.openWindow();
  await page.goto('/login');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  // The typed email comes along.
  expect(await page.getByLabel('Email address').inputValue()).toBe(email);
  await page.getByLabel('Email address').fill('nobody at home');
  await page.keyboard.press('Enter');
  await page.getByText('Please enter a valid email address').waitFor();
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await page.getByText(/^If an active account has this email/).waitFor();

  const link = await vi.waitFor(() => linkMailedTo(email), { interval: 50 });
  const requested: string[] = [];
  page.on('request', (sent) => requested.push(`${sent.url()} ${sent.headers()['referer'] ?? ''}`));
  await page.goto(link);
  await page.getByLabel(/^New password/).fill('short');
  await page.getByLabel('Confirm new password').fill('a new password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Must be at least 8 characters').waitFor();
  await page.getByLabel(/^New password/).fill('a new passport');
  await page.getByText('Passwords do not match').waitFor();
  await page.getByLabel(/^New password/).fill('a new password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Password set. Please sign in with it.').waitFor();
  expect(page.url()).toBe(`${stage.url}/login`);
  expect(requested.length).toBeGreaterThan(1);
  const [, token = ''] = link.split('#');
  // The address of the page itself has the fragment in the browser only.
  const leaks = requested.filter((each) => each.includes(token) && !each.startsWith(link));
  expect(leaks).toEqual([]);
  await fillSignIn(page, email, 'a new password');
  await page.waitForURL('**/dashboard');

  const other = await stage.openWindow({ width: 390, height: 844 });
  await other.goto(link);
  await other.getByLabel(/^New password/).fill('yet another one');
  await other.getByLabel('Confirm new password').fill('yet another one');
  await other.getByRole('button', { name: 'Set password' }).click();
  await other.getByText(/^This link was used already/).waitFor();
  await other.getByRole('link', { name: 'Request a new link' }).click();
  await other.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await other.goto('/reset-password');
  await other.getByText('This address lacks its token. Please open the whole link of the mail.').waitFor();
});
