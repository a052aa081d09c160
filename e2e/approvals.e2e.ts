import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { nextFrames } from './next-frames.ts';
import { openStage, type Stage } from './stage.ts';
import { tryAgain } from './try-again.ts';
import { visit } from './visit.ts';

/** An admin's decisions about the requests of operators. */
let stage: Stage;
let admin: Page;

const dialog = () => admin.getByRole('dialog');
const rows = () =>
  admin.getByRole('row').filter({ has: admin.getByRole('button', { name: /^Approve order/ }) });
const press = async (...keys: string[]) => {
  for (const key of keys) await admin.keyboard.press(key);
};
/** Closes a dialog with notes and drops them: Escape would keep them for the next test that opens it for the same request. */
const cancel = () => dialog().getByRole('button', { name: 'Cancel' }).click();
const toast = (text: string) => admin.locator('[data-sonner-toast]').getByText(text);

async function open(path: string) {
  await visit(admin, path);
  await rows().first().waitFor();
}

/** The number of all pending requests that match the filters. */
const total = async () => Number.parseInt((await admin.getByText(/for a decision$/).textContent()) ?? '', 10);

beforeAll(async () => {
  stage = await openStage({ leads: 300 });
  admin = await stage.signedIn(stage.people.admin, '/approvals');
});

describe('the list', () => {
  test('shows what a decision needs', async () => {
    await open('/approvals');
    const row = rows().filter({ hasText: 'Order Placed' }).first();
    for (const text of [/[₹£$]|AED/, 'Connected - Order Placed', 'Customer confirmed'])
      await row.getByText(text).first().waitFor();
  });

  test('names who requested, also after a colleague took the lead away', async () => {
    const row = rows().filter({ hasText: 'Rohit Verma' }).first();
    const link = row.getByRole('link');
    const order = (await link.textContent()) ?? '';
    const lead = (await link.getAttribute('href'))?.split('/').at(-1);
    await callApi(stage.url, stage.people.admin, 'POST', `/leads/${lead}/assign`, { operatorId: null });
    await admin.getByLabel('Operator', { exact: true }).selectOption('Rohit Verma');
    const named = rows().filter({ hasText: order });
    await named.waitFor({ state: 'hidden' });
    // Without the answers that the page has kept.
    await admin.goto('/approvals');
    await named.filter({ hasText: 'Rohit Verma' }).waitFor();
  });

  test('shows the whole name of a chosen product', async () => {
    await open('/approvals');
    const product = admin.getByRole('combobox', { name: 'Product' });
    const width = async () => (await product.boundingBox())?.width ?? 0;
    const before = await width();
    const name = 'Black Seed Oil (زيت الحبة السوداء)';
    await product.selectOption(name);
    await expect.poll(width).toBeGreaterThan(before);
  });

  test('offers the page sizes of every list', async () => {
    const sizes = await admin.getByLabel('Show per page').getByRole('option').allTextContents();
    expect(sizes).toEqual(['10', '25', '50', '100', '200', '300', '400', '500']);
  });

  test('filters on the server, with the state in the URL', async () => {
    await open('/approvals');
    const all = await total();
    await admin.getByLabel('Requested status').selectOption('To Approved');
    await admin.waitForURL('**/approvals?requested=approved');
    await expect.poll(total).toBeLessThan(all);
    await admin.getByLabel('Operator', { exact: true }).selectOption('Rohit Verma');
    await admin.waitForURL('**/approvals?operator=*&requested=approved');
    await admin.reload();
    await rows().first().waitFor();
    for (const row of await rows().all()) {
      expect(await row.textContent()).toContain('Approved');
      expect(await row.textContent()).toContain('Rohit Verma');
    }
    await admin.getByLabel('Age', { exact: true }).selectOption('Over 7 days');
    await admin.getByText('No requests found').waitFor();
    await press('F');
    await expect.poll(total).toBe(all);
  });

  test('has the focus on the notes when j and y follow fast', async () => {
    await open('/approvals');
    // Both keys within one frame, before the row of j has the focus.
    await admin.evaluate(() => {
      for (const key of ['j', 'y'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    await dialog().getByText('Approve Status Change').waitFor();
    await nextFrames(admin);
    await admin.keyboard.type('Well done');
    expect(await dialog().getByLabel('Admin Notes').inputValue()).toBe('Well done');
    await cancel();
  });

  test('a dialog that opens right after another was closed keeps the focus', async () => {
    await open('/approvals');
    await press('j', 'y');
    await dialog().getByText('Approve Status Change').waitFor();
    await admin.evaluate(async () => {
      for (const key of ['Escape', 'j', 'r']) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        // React renders in microtasks. The closed dialog returns the focus in a timer: after all three keys.
        for (let n = 0; n < 20; n += 1) await Promise.resolve();
      }
      await new Promise((returned) => setTimeout(returned));
    });
    await dialog().getByText('Reject Status Change').waitFor();
    await nextFrames(admin);
    await admin.keyboard.type('Call again');
    expect(await dialog().getByLabel('Admin Notes').inputValue()).toBe('Call again');
    await cancel();
  });

  test('sorts by the amount and searches', async () => {
    await open('/approvals');
    await admin.getByRole('button', { name: /^Amount/ }).click();
    await admin.waitForURL('**/approvals?sortBy=total*');
    const orderId = (await rows().nth(2).getByRole('link').textContent()) ?? '';
    await press('/');
    await admin.keyboard.type(orderId);
    await expect.poll(() => rows().count()).toBe(1);
  });
});

describe('a decision about several requests', () => {
  test('says what a rejection does, and needs notes', async () => {
    await open('/approvals');
    const before = await total();
    await press('j', 'x', 'j', 'x', 'R');
    await dialog().getByText('Reject 2 Status Changes').waitFor();
    await dialog().getByText('2 keep their status: 2 processing').waitFor();
    await press('Control+Enter');
    await dialog().getByText('This field is required').waitFor();
    await admin.keyboard.type('Call again');
    // Closed before it was sent: the notes come back.
    await press('Escape', 'R', 'Control+Enter');
    await toast('2 status changes rejected').waitFor();
    await expect.poll(total).toBe(before - 2);
  });

  test('says what an approval does', async () => {
    await open('/approvals?requested=hold');
    await press('j', 'x', 'j', 'x', 'Y');
    await dialog().getByText('2 become hold').waitFor();
    await press('Control+Enter');
    await toast('2 status changes approved').waitFor();
  });

  test('selects the requests of all pages, also after the reading was cancelled', async () => {
    await open('/approvals?limit=10');
    const count = await total();
    expect(count).toBeGreaterThan(20);
    await admin.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const bar = admin.getByRole('region', { name: 'Selection' });
    await bar.getByText('10 selected', { exact: true }).waitFor();

    const everything = /pending-approvals.*limit=500/;
    const release = await hold(admin, everything);
    await bar.getByRole('button', { name: `Select all ${count} matching` }).click();
    await bar.getByText(`Reading 0 of ${count}`).waitFor();
    await bar.getByRole('button', { name: 'Cancel' }).click();
    await bar.getByRole('button', { name: `Select all ${count} matching` }).waitFor();
    release();
    await admin.unroute(everything);
    await bar.getByText('10 selected', { exact: true }).waitFor();

    await press('M');
    await bar.getByText(`${count} selected`, { exact: true }).waitFor();
    // A row of another page is selected too, and can be left out.
    const firstBefore = await rows().first().textContent();
    await admin.getByRole('button', { name: 'Next page' }).click();
    await admin.waitForURL('**/approvals?page=2&limit=10');
    // The rows of the page before stay until the answer is there.
    await expect.poll(() => rows().first().textContent()).not.toBe(firstBefore);
    const second = rows().first().getByRole('checkbox');
    expect(await second.isChecked()).toBe(true);
    await second.uncheck();
    await bar.getByText(`${count - 1} selected`, { exact: true }).waitFor();
    await press('R');
    await dialog()
      .getByText(`Reject ${count - 1} Status Changes`)
      .waitFor();
    await press('Escape');
    await press('X');
    await bar.waitFor({ state: 'detached' });
  });

  test('opens the last existing page after all rows of a page are decided', async () => {
    // Without the answer that the page has kept: its total is older than the decisions before.
    await admin.goto('/approvals');
    const count = await total();
    const last = Math.ceil(count / 10);
    await open(`/approvals?page=${last}&limit=10`);
    await admin.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await press('Y');
    await dialog().waitFor();
    await press('Control+Enter');
    await admin.waitForURL(`**/approvals?${last > 2 ? `page=${last - 1}&` : ''}limit=10`);
    await expect.poll(() => rows().count()).toBe(10);
  });
});

describe('a rejection reaches the operator', () => {
  let operator: Page;
  let orderId: string;
  const notice = () => operator.getByRole('alert').filter({ hasText: 'rejected' });
  const row = () => operator.getByRole('row').filter({ hasText: orderId });

  test('after signing in: a notice of earlier rejections, until it is dismissed', async () => {
    operator = await stage.signedIn(stage.people.operator, '/dashboard');
    await notice()
      .getByText(/^\d+ requests were rejected\./)
      .waitFor();
    await notice().getByRole('button', { name: 'Dismiss' }).click();
    await notice().waitFor({ state: 'detached' });
    const asked = operator.waitForResponse('**/api/operator/rejected-requests');
    await operator.goto('/leads?request=rejected');
    await asked;
    await operator
      .getByText(/^Rejected: /)
      .first()
      .waitFor();
    expect(await notice().count()).toBe(0);
  });

  test('live: a notice with the reason', async () => {
    await open('/approvals');
    await admin.getByLabel('Operator', { exact: true }).selectOption('Rohit Verma');
    await admin.waitForURL('**/approvals?operator=*');
    // The rows of all operators stay until the answer is there.
    await expect.poll(() => rows().filter({ hasNotText: 'Rohit Verma' }).count()).toBe(0);
    await rows().first().waitFor();
    await press('j');
    orderId = (await rows().first().getByRole('link').textContent()) ?? '';
    await press('r');
    await dialog().getByText(`Order ${orderId}`).waitFor();
    await admin.keyboard.type('The address is missing');
    await press('Control+Enter');
    await notice()
      .getByText(`Your request for order ${orderId} was rejected: The address is missing`)
      .waitFor();
  });

  test('on the row and with the filter of rejected requests', async () => {
    await row().getByText('Rejected: The address is missing').waitFor();
    await visit(operator, '/leads');
    await operator.getByLabel('Request', { exact: true }).selectOption('Rejected requests');
    await operator.waitForURL('**/leads?request=rejected');
    await operator.getByRole('button', { name: 'Remove filter Rejected requests' }).waitFor();
    await row().getByText('Rejected: The address is missing').waitFor();
  });

  test('on the lead page, which the notice opens', async () => {
    await notice().getByRole('link', { name: orderId }).click();
    await operator.getByRole('heading', { name: `Order ${orderId}` }).waitFor();
    const banner = operator.getByRole('region', { name: 'Status Change Rejected' });
    await banner.getByText('Rejected: The address is missing').waitFor();
    await banner.getByText(/^Ananya Iyer rejected the change/).waitFor();
    expect(await notice().count()).toBe(0);
  });
});

test('the same keys decide a request on every screen', async () => {
  const asksBoth = async () => {
    for (const [key, title] of [
      ['y', 'Approve Status Change'],
      ['r', 'Reject Status Change'],
    ] as const) {
      await press(key);
      await dialog().getByText(title).waitFor();
      await dialog().getByText('Last Call').waitFor();
      await press('Escape');
      await dialog().waitFor({ state: 'hidden' });
    }
  };
  await open('/approvals');
  await press('j');
  await asksBoth();
  const orderId = (await rows().first().getByRole('link').textContent()) ?? '';

  await press('o');
  await admin.getByRole('heading', { name: `Order ${orderId}` }).waitFor();
  await admin.getByText('Status Change Pending').waitFor();
  await asksBoth();

  await visit(admin, `/leads?orderIds=${orderId}`);
  await admin.getByRole('link', { name: orderId, exact: true }).waitFor();
  await press('j');
  await asksBoth();
  await press('x', 'Y');
  await dialog().getByText('Approve Pending').waitFor();
  await press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await press('R');
  await dialog().getByText('Reject Pending').waitFor();
  await press('Escape');
});

test('an open dialog says at once that another admin has decided', async () => {
  await open('/approvals');
  const lead = await rows().first().getByRole('link').first().getAttribute('href');
  await press('j', 'y');
  await dialog().getByText('Last Call').waitFor();
  await callApi(stage.url, stage.people.admin, 'POST', `/admin/reject-status${lead?.replace('/leads', '')}`, {
    adminNotes: 'By a colleague',
  });
  await dialog()
    .getByText(/^This request was decided or replaced meanwhile/)
    .waitFor();
  expect(await dialog().getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
  await press('Escape');
});

test('the debug box shows the whole response', async () => {
  await admin.route('**/api/admin/pending-approvals**', (route) =>
    route.fulfill({ json: { success: true, data: { items: [] }, note: 'from a proxy' } }),
  );
  await admin.goto('/approvals');
  const raw = await admin.getByLabel('Raw response').inputValue();
  expect(JSON.parse(raw)).toEqual({ success: true, data: { items: [] }, note: 'from a proxy' });
  await admin.unroute('**/api/admin/pending-approvals**');
  await tryAgain(admin, rows().first());
});

test('a phone has buttons of 44 px to call and to copy each number', async () => {
  const phone = await stage.signedIn(stage.people.admin, '/approvals', { width: 390, height: 844 });
  const call = phone.getByRole('link', { name: /^Call \+/ }).first();
  await call.waitFor();
  expect(await call.getAttribute('href')).toMatch(/^tel:\+\d+$/);
  expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const copy = phone.getByRole('button', { name: /^Copy \+/ }).first();
  const box = await copy.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await phone.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.click();
  await expect.poll(() => phone.evaluate(() => navigator.clipboard.readText())).toMatch(/^\+[\d ]+$/);
});
