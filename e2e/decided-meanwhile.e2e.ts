import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { nextFrames } from './next-frames.ts';
import { openStage, type Stage } from './stage.ts';

/** An admin decides a request while its lead is read again: another one may have decided it meanwhile. */
let stage: Stage;
const Row = z.object({ _id: z.string() });
const Leads = z.tuple([Row]);
const Me = z.object({ user: Row });

beforeAll(async () => {
  stage = await openStage({ leads: 0 });
});

const admin = (method: 'GET' | 'POST', path: string, body?: object) =>
  callApi(stage.url, stage.people.admin, method, path, body);

/** @returns the id of a new lead of the operator */
async function assigned(orderId: string): Promise<string> {
  await stage.postLead({ orderId, fullName: 'Omar Haddad' });
  const leads = () => admin('GET', `/leads?search=${orderId}`);
  await expect.poll(leads).toHaveLength(1);
  const [{ _id }] = Leads.parse(await leads());
  const { user } = Me.parse(await callApi(stage.url, stage.people.operator, 'GET', '/auth/me'));
  await admin('POST', `/leads/${_id}/assign`, { operatorId: user._id });
  return _id;
}

async function request(id: string) {
  const wanted = { status: 'hold', comment: 'Wants it later' };
  await callApi(stage.url, stage.people.operator, 'PUT', `/operator/leads/${id}/status`, wanted);
}

const overIn = (page: Page) =>
  page.getByRole('dialog').getByText(/^This request was decided or replaced meanwhile/);
const approveIn = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true });

test('a dialog whose request was decided meanwhile says so, also while its lead is read again', async () => {
  const id = await assigned('DECIDED-1');
  await request(id);
  const page = await stage.signedIn(stage.people.admin, `/leads/${id}`);
  await page.getByRole('button', { name: 'Approve' }).first().click();
  await page.getByRole('dialog').getByText('Last Call').waitFor();
  await admin('POST', `/admin/reject-status/${id}`, { adminNotes: 'By a colleague' });
  await overIn(page).waitFor();
  const lead = new RegExp(`/api/leads/${id}$`);
  const answer = await hold(page, lead);
  const again = page.waitForRequest(lead);
  await admin('POST', `/leads/${id}/comments`, { content: 'Another change', isInternal: true });
  await again;
  await nextFrames(page);
  expect(await overIn(page).isVisible()).toBe(true);
  expect(await approveIn(page).isDisabled()).toBe(true);
  answer();
  await page.keyboard.press('Escape');
});

test('a dialog takes no request for decided because its lead was last read before it', async () => {
  const id = await assigned('DECIDED-2');
  const page = await stage.signedIn(stage.people.admin, `/leads/${id}`);
  await page.getByRole('heading', { name: 'Order DECIDED-2' }).waitFor();
  await page.getByRole('link', { name: /^Approvals/ }).click();
  await page.getByText('No pending approvals').first().waitFor();
  await request(id);
  const lead = new RegExp(`/api/leads/${id}$`);
  const answer = await hold(page, lead);
  const again = page.waitForRequest(lead);
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await again;
  await nextFrames(page);
  expect(await overIn(page).count()).toBe(0);
  expect(await approveIn(page).isEnabled()).toBe(true);
  answer();
  await page.getByRole('dialog').getByText('Last Call').waitFor();
  expect(await overIn(page).count()).toBe(0);
});
