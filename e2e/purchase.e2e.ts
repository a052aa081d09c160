import { listPayments, ownSubscription } from '@crm/contracts/payments/payments.ts';
import { plansForSale } from '@crm/contracts/plans/plans.ts';
import { listSubscribers } from '@crm/contracts/subscriptions/subscriptions.ts';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { mailsTo } from './api/payments.ts';
import { bodyOf } from './body-of.ts';
import { hold } from './hold.ts';
import { holdTimers } from './hold-timers.ts';
import { fillSignIn, SUPER, tokenOf } from './people.ts';
import { fetchServed } from './served.ts';
import { openStage, type Stage } from './stage.ts';

const Payments = z.looseObject({ data: listPayments.data });

/**
 * How long the page shows the result of a payment (console/src/payments/checkout/useCheckout.ts). Tests hold its timer: on a busy
 * machine, they may look later.
 */
const RESULT_SHOWN_MS = 5000;

/** A purchase in the test mode: from the landing page to the first lead. */
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ leads: 1 });
});

test('the landing page shows no plans while none are sold', async () => {
  const page = await stage.openWindow();
  await page.route('**/api/auth/get-plans', (route) => route.fulfill({ json: { success: true, data: [] } }));
  const answered = page.waitForResponse('**/api/auth/get-plans');
  await page.goto('/');
  await answered;
  const loading = page.getByRole('status', { name: 'Loading plans' });
  await loading.waitFor({ state: 'detached' });
  expect(await page.getByRole('heading', { name: 'Choose Your Plan' }).count()).toBe(0);
  expect(await page.getByRole('main').locator('> section').count()).toBe(2);
  await page.close();
});

test('a plan that costs nothing leads to no registration, which would be refused', async () => {
  const page = await stage.openWindow();
  await page.route('**/api/auth/get-plans', async (route) => {
    const answer = await route.fetch();
    const { data } = z.object({ data: plansForSale.data }).parse(await answer.json());
    await route.fulfill({ json: { success: true, data: data.map((plan) => ({ ...plan, price: 0 })) } });
  });
  await page.goto('/');
  await page.getByText('This plan cannot be bought online. Please contact support.').first().waitFor();
  expect(await page.getByRole('button', { name: /^Get Started/ }).count()).toBe(0);
  await page.close();
});

test('a visitor buys a plan, sets a password and adds the first lead', async () => {
  const begun = Date.now();
  const page = await stage.openWindow();
  const email = `buyer-${begun}@example.com`;
  await page.goto('/');
  await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor();
  await page.getByRole('button', { name: 'Get Started: Starter' }).click();
  const form = page.getByRole('dialog', { name: 'Complete Your Registration' });
  await form.getByText('Enter your details to proceed with payment').waitFor();
  const submit = form.getByRole('button', { name: 'Proceed to Payment' });
  // With an empty field nothing happens.
  await form.getByLabel('Full Name').fill('Asha Verma');
  await form.getByLabel('Username').fill('asha');
  await submit.click();
  expect(await form.getByText('This field is required').count()).toBe(0);
  await form.getByLabel('Email Address').fill('not an email');
  await submit.click();
  await form.getByText('Please enter a valid email address').waitFor();
  await form.getByLabel('Email Address').fill(stage.people.admin);
  await submit.click();
  await form.getByText('This email is already in use').waitFor();
  await form.getByLabel('Email Address').fill(email);

  // Dismissed, failed, and then paid.
  const checkout = page.getByRole('dialog', { name: 'Test checkout' });
  await submit.click();
  await checkout.getByRole('button', { name: 'Cancel' }).click();
  expect(await form.getByLabel('Email Address').inputValue()).toBe(email);
  const endTimers = await holdTimers(page, RESULT_SHOWN_MS);
  await submit.click();
  await checkout.getByRole('button', { name: 'Fail the payment' }).click();
  const failed = page.getByRole('alertdialog', { name: 'Payment Failed' });
  await failed.getByText('The payment was declined by the test checkout').waitFor();
  await failed.getByRole('button', { name: 'Try Again' }).click();
  await failed.waitFor({ state: 'detached' });
  await submit.click();
  await checkout.getByRole('button', { name: 'Pay $29.00' }).click();
  await page
    .getByRole('alertdialog', { name: 'Payment Successful!' })
    .getByText('Thank you for your purchase. Your plan has been activated.')
    .waitFor();
  await endTimers();
  await page.getByText(`We have sent a mail to ${email}`).waitFor();

  const link = await vi.waitFor(
    () => {
      const found = mailsTo(inject('product').dataDir, email)
        .map((mail) => /http:\/\/\S+\/reset-password#[\w-]{43}/.exec(mail)?.[0])
        .find((each) => each !== undefined);
      if (!found) throw new Error('No welcome mail yet');
      return found;
    },
    { interval: 50 },
  );
  await page.goto(link);
  await page.getByLabel(/^New password/).fill('my first password');
  await page.getByLabel('Confirm new password').fill('my first password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Password set. Please sign in with it.').waitFor();
  await fillSignIn(page, email, 'my first password');
  await page.waitForURL('**/dashboard');
  await page.getByRole('region', { name: 'Subscription' }).getByText('Starter').waitFor();
  await page.getByText('Asha Verma').first().waitFor();

  await page.goto('/leads/new');
  await page.getByLabel('Full Name').fill('Meera Nair');
  await page.getByLabel('Phone').first().fill('+91 98765 43210');
  await page.getByLabel('Product Name').fill('Tea');
  await page.getByLabel('Price').fill('5');
  await page.getByRole('button', { name: 'Create Lead' }).click();
  await page.getByRole('heading', { name: /^Order / }).waitFor();
  console.info(`From the landing page to the first lead: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
});

test('on a phone, a buyer sees what comes next', async () => {
  const page = await stage.openWindow({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: /: Scale$/ }).click();
  await page.getByLabel('Full Name').fill('Ravi Nair');
  await page.getByLabel('Username').fill('ravi');
  await page.getByLabel('Email Address').fill(`phone-${Date.now()}@example.com`);
  const endTimers = await holdTimers(page, RESULT_SHOWN_MS);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Pay $2,490.00' }).click();
  const end = page.getByRole('alertdialog', { name: 'Payment Successful!' });
  await end.waitFor();
  // It closes by itself after 5 seconds.
  await endTimers();
  await end.waitFor({ state: 'detached' });
  const place = await page.getByText('We have sent a mail to').boundingBox();
  expect(place?.y).toBeGreaterThan(0);
  expect(place?.y).toBeLessThan(844);
  await page.close();
});

/** Ends the subscription of an admin's organisation, as its expiry does. */
async function endSubscription(email: string) {
  const headers = {
    authorization: `Bearer ${await tokenOf(stage.url, SUPER)}`,
    'content-type': 'application/json',
  };
  const api = `${stage.url}/api/super-admin`;
  const listed: unknown = await (await fetchServed(`${api}/subscribers/`, { headers })).json();
  const { subscriptions } = z.object({ data: listSubscribers.data }).parse(listed).data;
  const found = subscriptions.find(({ userId }) => userId?.email === email);
  const endDate = new Date(Date.parse(found?.startDate ?? '') + 1).toISOString();
  const answer = await fetchServed(`${api}/subscriptions/${found?._id}/status`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ status: 'expired', endDate }),
  });
  expect(answer.status).toBe(200);
}

test('an admin of a blocked organisation renews, and the block lifts by itself; the super admin refunds', async () => {
  const email = stage.people.admin;
  const page = await stage.signedIn(email, '/leads');
  const other = await stage.signedIn(stage.people.operator, '/leads');
  await endSubscription(email);
  const block = page.getByRole('alertdialog', { name: 'Subscription Expired' });
  await block.getByRole('button', { name: 'Renew Subscription' }).click();
  const renewal = page.getByRole('dialog', { name: 'Renew Subscription' });
  await page.getByText('Please resolve subscription issue to continue...').waitFor();
  await renewal.getByLabel('Plan').selectOption('Starter, $29.00 monthly');
  const order = '**/api/razorpay/renew-create-order';
  await page.route(order, (route) => route.fulfill({ status: 500, json: { success: false } }));
  const endBanner = await holdTimers(page, RESULT_SHOWN_MS);
  await renewal.getByRole('button', { name: 'Pay $29.00' }).click();
  const banner = renewal.getByText('Renewal failed. Please try again.');
  await banner.waitFor();
  await endBanner();
  await banner.waitFor({ state: 'detached' });
  await page.unroute(order);
  const endTimers = await holdTimers(page, RESULT_SHOWN_MS);
  // An attempt to connect was refused since the timers are held: the page asks for its session then, and starts the next timer.
  let blocked = '';
  await page.waitForResponse(async (answer) => {
    if (/\/api\/auth\/me$/.test(answer.url())) blocked = await bodyOf(answer);
    return blocked !== '';
  });
  // The checkout would open over another page, if the dialog could be closed while the order is made.
  const send = await hold(page, /renew-create-order$/);
  const ordered = page.waitForRequest(/renew-create-order$/);
  await renewal.getByRole('button', { name: 'Pay $29.00' }).click();
  await ordered;
  const close = renewal.getByRole('button', { name: 'Close' });
  // The order is sent before the dialog shows so.
  await expect.poll(() => close.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await close.isDisabled()).toBe(true);
  send();
  // The session that is read right after the payment may still be blocked. The page asks again by itself.
  const old = { contentType: 'application/json', body: blocked };
  await page.route(/\/api\/auth\/me$/, (route) => route.fulfill(old), { times: 1 });
  await page
    .getByRole('dialog', { name: 'Test checkout' })
    .getByRole('button', { name: 'Pay $29.00' })
    .click();
  // The block ends below the result, which is shown for its full time.
  const paid = page.getByRole('alertdialog', { name: 'Payment Successful!' });
  await paid.waitFor();
  await page.getByText('Please resolve subscription issue to continue...').waitFor({ state: 'detached' });
  await page.getByText(/^Showing/).waitFor();
  expect(await paid.count()).toBe(1);
  await endTimers();
  await paid.waitFor({ state: 'detached' });
  expect(await block.count()).toBe(0);
  await other.getByText(/^Showing/).waitFor();
  await other.getByText('Please resolve subscription issue to continue...').waitFor({ state: 'detached' });

  await page.goto('/profile?tab=subscription');
  await page.getByRole('heading', { name: 'Starter' }).waitFor();
  const receipt = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Receipt of pay_/ }).click();
  expect((await receipt).suggestedFilename()).toMatch(/^receipt-pay_\w+\.pdf$/);

  const office = await stage.signedIn(SUPER, `/payments-management?search=${encodeURIComponent(email)}`);
  const row = office.getByRole('row').filter({ hasText: email });
  await row.getByText('Paid', { exact: true }).waitFor();
  const openRefund = async () => {
    await row.getByRole('button', { name: /^Actions of/ }).click();
    await office.getByRole('menuitem', { name: 'Refund' }).click();
  };
  await openRefund();
  const dialog = office.getByRole('dialog', { name: 'Refund Payment' });
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await dialog.getByText('This field is required').waitFor();
  await dialog.getByLabel('Reason').fill('Bought twice');
  // Closed before it was sent: the reason comes back.
  await office.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await openRefund();
  await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('Bought twice');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await row.getByText('Refunded').waitFor();
  await page.getByText('$29.00 refunded').waitFor();
  // The period that was paid back has ended.
  await block.waitFor();
});

test('the refund of an imported payment is not offered, and the reason is beside it', async () => {
  const page = await stage.signedIn(SUPER, '/profile');
  await page.route('**/api/razorpay/payments?*', async (route) => {
    const answer = await route.fetch();
    const { data, ...others } = Payments.parse(await answer.json());
    const imported = data.map((payment) => ({ ...payment, status: 'granted', imported: true }));
    await route.fulfill({ json: { ...others, data: imported } });
  });
  await page.goto('/payments-management');
  const row = page.getByRole('row').filter({ hasText: stage.people.admin });
  await row.getByRole('button', { name: /^Actions of/ }).click();
  const item = page.getByRole('menuitem', { name: /^Refund/ });
  await item
    .getByText('Made in another installation. Refund it there, or at the payment provider.')
    .waitFor();
  expect(await item.getAttribute('aria-disabled')).toBe('true');
  // On a phone, all lines have room.
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('article').filter({ hasText: stage.people.admin });
  await card.getByRole('button', { name: /^Actions of/ }).click();
  expect(await item.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('button', { name: /^Actions of/ }).click();
  await item.waitFor();
  await page.keyboard.press('Escape');
  await item.waitFor({ state: 'detached' });
  await row.getByText('Paid', { exact: true }).click();
  await page.keyboard.press('Shift+G');
  await page.getByText('Made in another installation.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a page that may not load the script of the provider goes to one that may, where the renewal is open with its plan', async () => {
  const page = await stage.signedIn(stage.people.admin, '/leads');
  // The order itself is still one of the test mode.
  await page.route('**/api/razorpay/checkout', (route) =>
    route.fulfill({ json: { success: true, data: { key: 'rzp_live_1', isTest: false } } }),
  );
  const block = page.getByRole('alertdialog', { name: 'Subscription Expired' });
  await block.getByRole('button', { name: 'Renew Subscription' }).click();
  const renewal = page.getByRole('dialog', { name: 'Renew Subscription' });
  await renewal.getByLabel('Plan').selectOption('Scale, $2,490.00 yearly');
  await renewal.getByRole('button', { name: 'Pay $2,490.00' }).click();
  await page.waitForURL(/\/profile\?tab=subscription$/);
  const endTimers = await holdTimers(page, RESULT_SHOWN_MS);
  await renewal.getByRole('button', { name: 'Pay $2,490.00' }).click();
  await page
    .getByRole('dialog', { name: 'Test checkout' })
    .getByRole('button', { name: 'Pay $2,490.00' })
    .click();
  const paid = page.getByRole('alertdialog', { name: 'Payment Successful!' });
  await paid.waitFor();
  // Nothing asks for a second payment below or after the result.
  await endTimers();
  await page.getByRole('heading', { name: 'Scale' }).waitFor();
  await paid.waitFor({ state: 'detached' });
  expect(await renewal.count()).toBe(0);
  await page.close();
});

test('a renewal warns of a change of the plan, and chooses none for an admin whose plan was deleted', async () => {
  const page = await stage.signedIn(stage.people.admin, '/profile?tab=subscription&renew=');
  const renewal = page.getByRole('dialog', { name: 'Renew Subscription' });
  await page.waitForURL(/\/profile\?tab=subscription$/);
  const warning = renewal.getByText(
    /^The plan changes to Starter at once, also for the 36\d days .+ with Scale/,
  );
  await renewal.getByRole('button', { name: 'Pay $2,490.00' }).waitFor();
  expect(await warning.count()).toBe(0);
  await renewal.getByLabel('Plan').selectOption('Starter, $29.00 monthly');
  await warning.waitFor();

  await page.route('**/api/auth/get-plans', async (route) => {
    const answer = await route.fetch();
    const { data } = z.object({ data: plansForSale.data }).parse(await answer.json());
    await route.fulfill({ json: { success: true, data: data.filter(({ name }) => name !== 'Scale') } });
  });
  await page.route('**/api/razorpay/subscription', async (route) => {
    const answer = await route.fetch();
    const { data } = z.object({ data: ownSubscription.data }).parse(await answer.json());
    await route.fulfill({ json: { success: true, data: { ...data, renewalPlan: null } } });
  });
  await page.goto('/profile?tab=subscription&renew=');
  await renewal
    .getByLabel('Plan')
    .getByRole('option', { name: 'Choose a plan' })
    .waitFor({ state: 'attached' });
  expect(await renewal.getByRole('button', { name: /^Pay / }).count()).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });
  await page.close();
});
