import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { loseAnswers } from './lose-answers.ts';
import { fillSignIn, PASSWORD } from './people.ts';
import { openStage, type Stage } from './stage.ts';

/** Payments whose answer is lost after the checkout reported them as made. */
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ leads: 0 });
});

const ORDERS = /\/razorpay\/(renew-)?create-order$/;
const VERIFICATION = /\/razorpay\/(renew-)?verify-payment$/;

const checkoutOf = (page: Page) => page.getByRole('dialog', { name: 'Test checkout' });
const unconfirmedOf = (page: Page) => page.getByRole('alertdialog', { name: 'Payment not confirmed yet' });
const paidOf = (page: Page) => page.getByRole('alertdialog', { name: 'Payment Successful!' });

/** The server verifies the payments of a page, which hears nothing of it. */
const loseVerification = (page: Page) => loseAnswers(page, VERIFICATION);

/** @returns how many orders the page has made so far */
function countOrders(page: Page): () => number {
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (ORDERS.test(request.url())) keys.add(request.headers()['idempotency-key']);
  });
  return () => keys.size;
}

async function renew(page: Page) {
  await page.getByRole('button', { name: 'Renew Now' }).click();
  const renewal = page.getByRole('dialog', { name: 'Renew Subscription' });
  await renewal.getByRole('button', { name: /^Pay \$/ }).click();
  await checkoutOf(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click();
}

test('a renewal whose confirmation was lost is confirmed again, also after a reload, and not paid again', async () => {
  const page = await stage.signedIn(stage.people.admin, '/profile?tab=subscription');
  const orders = countOrders(page);
  await loseVerification(page);
  await renew(page);
  const unconfirmed = unconfirmedOf(page);
  await unconfirmed.getByText(/^Payment verification failed\. Please do not pay again: if money/).waitFor();
  const lost = page.waitForEvent('requestfailed', (request) => VERIFICATION.test(request.url()));
  await unconfirmed.getByRole('button', { name: 'Try Again' }).click();
  await lost;
  // Left before the answers arrive again: the page repeats the call by itself.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto('/profile?tab=subscription');
  await paidOf(page).getByRole('button', { name: 'Close' }).click();
  await paidOf(page).waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByText('1 of 1 payment').waitFor();
  expect(orders()).toBe(1);
  // What is confirmed is not confirmed again: the next renewal is another one.
  await page.getByRole('button', { name: 'Renew Now' }).click();
  await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
  await page.close();
});

test('a renewal whose session ends is confirmed after the sign-in', async () => {
  const email = stage.people.admin;
  const page = await stage.signedIn(email, '/profile?tab=subscription');
  const orders = countOrders(page);
  const ended = { status: 401, json: { success: false, message: 'Please sign in' } };
  await page.route(VERIFICATION, (route) => route.fulfill(ended), { times: 1 });
  await renew(page);
  await page.waitForURL('**/login');
  await fillSignIn(page, email, PASSWORD);
  await paidOf(page).waitFor();
  expect(orders()).toBe(1);
  await page.close();
});

test('a purchase whose confirmation was lost asks for no second payment', async () => {
  const page = await stage.openWindow();
  const orders = countOrders(page);
  const email = `unconfirmed-${Date.now()}@example.com`;
  await loseVerification(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Get Started: Starter' }).click();
  await page.getByLabel('Full Name').fill('Asha Verma');
  await page.getByLabel('Username').fill('asha');
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await checkoutOf(page).getByRole('button', { name: 'Pay $29.00' }).click();
  await unconfirmedOf(page).getByRole('button', { name: 'Close' }).click();
  await unconfirmedOf(page).waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Get Started: Starter' }).click();
  await paidOf(page).getByRole('button', { name: 'Close' }).click();
  await page.getByText(`We have sent a mail to ${email}`).waitFor();
  expect(orders()).toBe(1);
  await page.close();
});

test('a test checkout whose answer was lost can be paid again, and is paid once', async () => {
  const page = await stage.signedIn(stage.people.admin, '/profile?tab=subscription');
  await loseAnswers(page, '**/api/razorpay/test-checkout', { times: 1 });
  const orders = countOrders(page);
  await renew(page);
  await checkoutOf(page).getByText('The server could not be reached.').waitFor();
  await checkoutOf(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click();
  await paidOf(page).waitFor();
  expect(orders()).toBe(1);
  await page.close();
});
