import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Stage } from './stage.ts';

/**
 * The main job, live: from a partner's lead to an approved order on two screens without a reload. The
 * organisations begin with 20 leads.
 */
export function mainJob(open: () => Promise<Stage>) {
  let stage: Stage;
  let admin: Page;
  let operator: Page;
  let rival: Page;

  const ORDER = 'LIVE-0001';
  const row = (page: Page) => page.getByRole('row').filter({ hasText: ORDER });

  beforeAll(async () => {
    stage = await open();
    admin = await stage.signedIn(stage.people.admin, '/leads');
    operator = await stage.signedIn(stage.people.operator, '/leads');
    rival = await stage.signedIn(stage.people.rivalAdmin, '/leads');
    await admin.getByText(/^Showing: \d+ of 18 leads$/).waitFor();
  });

  test('a partner posts a lead, and the admin’s open list shows it', async () => {
    const answer = await stage.postLead({ orderId: ORDER, fullName: 'Meera Nair' });
    expect(answer.status).toBe(201);
    await row(admin).waitFor();
    await admin.getByText(/^Showing: \d+ of 19 leads$/).waitFor();
    expect(await row(admin).textContent()).toContain('Meera Nair');
    expect(await row(operator).count()).toBe(0);
  });

  test('the admin assigns it, and the operator’s open list shows it', async () => {
    await row(admin).getByRole('checkbox').check();
    await admin.getByRole('button', { name: 'Assign 1 Lead' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Operator').selectOption({ label: 'Rohit Verma' });
    await dialog.getByRole('button', { name: /^Assign/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row(operator).waitFor();
    await row(admin).getByText('Rohit Verma').waitFor();
  });

  test('the operator comments on a call', async () => {
    await row(operator).getByRole('link', { name: ORDER, exact: true }).click();
    await operator.getByRole('heading', { name: `Order ${ORDER}` }).waitFor();
    await operator.getByRole('tab', { name: 'Activity' }).click();
    await operator.getByRole('textbox', { name: /comment/i }).fill('Connected - Order Placed');
    await operator.getByRole('button', { name: 'Add Comment' }).click();
    await operator.getByRole('listitem').filter({ hasText: 'Connected - Order Placed' }).waitFor();
    await row(admin).getByText('Connected - Order Placed').waitFor();
  });

  test('the operator requests approval, and the admin’s badge is updated', async () => {
    const badge = admin.getByRole('navigation').getByRole('link', { name: /Approvals/ });
    const before = Number((await badge.textContent())?.replace(/\D/g, '') ?? 0);
    await operator.getByRole('main').getByRole('button', { name: 'Request Status Change' }).click();
    const dialog = operator.getByRole('dialog');
    await dialog.getByText('Approved', { exact: true }).click();
    await dialog.getByLabel('Comment').fill('Customer confirmed on the call');
    await dialog.getByRole('button', { name: 'Request Status Change' }).click();
    await operator.getByText('Status change request submitted for approval').waitFor();
    await operator.getByText('awaiting admin approval').first().waitFor();
    await expect
      .poll(async () => Number((await badge.textContent())?.replace(/\D/g, '') ?? 0))
      .toBe(before + 1);
  });

  test('the admin approves, and the operator’s open page shows the new status', async () => {
    await admin
      .getByRole('navigation')
      .getByRole('link', { name: /Approvals/ })
      .click();
    await row(admin)
      .getByRole('button', { name: /Approve/ })
      .click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Admin Notes').fill('Well done');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await row(admin).waitFor({ state: 'hidden' });
    await operator.getByText('awaiting admin approval').first().waitFor({ state: 'hidden' });
    await operator.getByText('Approved', { exact: true }).first().waitFor();
  });

  test('the Activity lists every step with its IP address, and the approval with actor and time', async () => {
    await operator.getByRole('dialog').waitFor({ state: 'hidden' });
    const timeline = operator.getByRole('list', { name: 'Activity Timeline' });
    for (const piece of [
      'Lead created',
      'Assigned to Rohit Verma',
      'Connected - Order Placed',
      'Well done',
    ]) {
      await timeline
        .getByRole('listitem')
        .filter({ hasText: piece })
        .filter({ hasText: '127.0.0.1' })
        .waitFor();
    }
    const approval = timeline.getByRole('listitem').filter({ hasText: 'Well done' });
    expect(await approval.textContent()).toContain('Ananya Iyer');
    await approval.getByText('Admin Notes').waitFor();
    expect(await approval.getByRole('time').count()).toBe(1);
  });

  test('the other tenant does not see the lead', async () => {
    expect(await row(rival).count()).toBe(0);
    const answer = await rival.goto(`/leads?search=${ORDER}`);
    expect(answer?.status()).toBe(200);
    await rival.getByText('No leads found').first().waitFor();
  });
}
