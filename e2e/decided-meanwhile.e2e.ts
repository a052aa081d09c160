import { expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { hold } from './hold.ts';
import { nextFrames } from './next-frames.ts';
import { openStage } from './stage.ts';

/** An admin decides a request while another one has its dialog open. */
const Row = z.object({ _id: z.string() });
const Leads = z.tuple([Row]);
const Me = z.object({ user: Row });

test('a dialog whose request was decided meanwhile says so, also while its lead is read again', async () => {
  const stage = await openStage({ leads: 0 });
  const colleague = (method: 'GET' | 'POST', path: string, body?: object) =>
    callApi(stage.url, stage.people.admin, method, path, body);
  await stage.postLead({ orderId: 'DECIDED-1', fullName: 'Omar Haddad' });
  const leads = () => colleague('GET', '/leads?search=DECIDED-1');
  await expect.poll(leads).toHaveLength(1);
  const [{ _id }] = Leads.parse(await leads());
  const { user } = Me.parse(await callApi(stage.url, stage.people.operator, 'GET', '/auth/me'));
  await colleague('POST', `/leads/${_id}/assign`, { operatorId: user._id });
  const wanted = { status: 'hold', comment: 'Wants it later' };
  await callApi(stage.url, stage.people.operator, 'PUT', `/operator/leads/${_id}/status`, wanted);
  const page = await stage.signedIn(stage.people.admin, `/leads/${_id}`);
  await page.getByRole('button', { name: 'Approve' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Last Call').waitFor();
  await colleague('POST', `/admin/reject-status/${_id}`, { adminNotes: 'By a colleague' });
  const over = dialog.getByText(/^This request was decided or replaced meanwhile/);
  await over.waitFor();
  const answer = await hold(page, new RegExp(`/api/leads/${_id}$`));
  const again = page.waitForRequest(new RegExp(`/api/leads/${_id}$`));
  await colleague('POST', `/leads/${_id}/comments`, { content: 'Another change', isInternal: true });
  await again;
  await nextFrames(page);
  expect(await over.isVisible()).toBe(true);
  expect(await dialog.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
  answer();
  await page.keyboard.press('Escape');
});
