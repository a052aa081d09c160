import { randomUUID } from 'node:crypto';
import {
  approveStatus,
  bulkApprove,
  bulkReject,
  listApprovals,
  rejectStatus,
} from '@crm/contracts/approvals/approvals.ts';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import {
  addComment,
  assignLead,
  createLead,
  deleteLead,
  requestStatusChange,
  updateLead,
} from '@crm/contracts/leads/write.ts';
import { createOffer, updateOffer } from '@crm/contracts/offers/offers.ts';
import { createPostback, updatePostback } from '@crm/contracts/postbacks/postbacks.ts';
import { createUser, deleteUser, listOperators, updateUser } from '@crm/contracts/users/users.ts';
import { describe, expect, test } from 'vitest';
import type { Answer, Caller } from './calls.ts';
import { sharedProduct } from './product.ts';
import { atOnce, leadForm, operatorForm, postbackForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
await admin.ask(createUser, { body: { ...operatorForm('deputy'), role: 'admin' } });
await admin.ask(listLeads); // waits until the account exists
const deputy = await product.signIn('deputy@demo.test', operatorForm('deputy').password);

async function newLead(): Promise<string> {
  return (await admin.ask(createLead, { body: leadForm() })).data.lead._id;
}
async function pendingLead(): Promise<string> {
  const id = await newLead();
  await admin.ask(assignLead, { params: { id }, body: { operatorId: operator.id } });
  await operator.ask(requestStatusChange, {
    params: { id },
    body: { status: 'approved', comment: 'Ordered' },
  });
  return id;
}
const statusOf = async (id: string) => (await admin.ask(getLead, { params: { id } })).data.lead.status;
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

describe('two admins decide the same request at the same time', () => {
  const notes = { adminNotes: 'Decided' };

  test('one of them wins, the other gets the refusal that nothing is pending, and the history has one decision', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await pendingLead();
      const answers = await Promise.all([
        admin.call(approveStatus, { params: { id }, body: {} }),
        deputy.call(rejectStatus, { params: { id }, body: notes }),
        deputy.call(approveStatus, { params: { id }, body: {} }),
      ]);
      expect(statuses(answers)).toEqual([200, 409, 409]);
      for (const { status, code, message } of answers)
        if (status === 409)
          expect([code, message]).toEqual(['nothing-pending', 'This lead has no pending status change']);
      const { lead, timeline } = (await admin.ask(getLead, { params: { id } })).data;
      const decided = timeline.filter(({ event }) => /Approved|Rejected/.test(event));
      expect(decided).toHaveLength(1);
      expect(lead.status).toBe(decided[0]?.event === 'LeadStatusChangeApproved' ? 'approved' : 'processing');
      expect(lead.pendingStatusChange).toBeNull();
    }
  });

  test('one of them wins, with many requests at a time', async () => {
    const leadIds = [await pendingLead(), await pendingLead(), await pendingLead()];
    const [id = ''] = leadIds;
    const [many, one] = await Promise.all([
      admin.ask(bulkApprove, { body: { leadIds } }),
      deputy.call(rejectStatus, { params: { id }, body: notes }),
    ]);
    const { successful, skipped } = atOnce(many.data);
    expect(successful + skipped).toBe(3);
    expect(skipped).toBe(one.status === 200 ? 1 : 0);
    const again = await admin.ask(bulkApprove, { body: { leadIds } });
    expect(again.data).toMatchObject({ successful: 0, skipped: 3 });
  });

  test('a request that replaced the shown one is not decided by mistake', async () => {
    const id = await pendingLead();
    const seen = (await admin.ask(listApprovals)).data.find(({ _id }) => _id === id)?.pendingStatusChange;
    const requestId = seen?.requestId ?? '';
    expect(seen).toMatchObject({ newStatus: 'approved', requestedBy: expect.any(String) });
    const body = { status: 'cancelled' as const, reason: 'Changed their mind', comment: 'Called back' };
    await operator.ask(requestStatusChange, { params: { id }, body });
    const before = await product.events();
    for (const decide of [approveStatus, rejectStatus]) {
      const answer = await admin.call(decide, { params: { id }, body: { requestId, ...notes } });
      expect(answer).toMatchObject({ status: 409, code: 'request-replaced' });
    }
    for (const decideMany of [bulkApprove, bulkReject]) {
      const body = { leadIds: [id], requestIds: { [id]: requestId }, ...notes };
      const many = await admin.ask(decideMany, { body });
      expect(many.data).toMatchObject({ successful: 0, failed: 1 });
    }
    expect(await product.events()).toBe(before);
    const now = (await admin.ask(listApprovals)).data.find(({ _id }) => _id === id)?.pendingStatusChange;
    await admin.ask(approveStatus, { params: { id }, body: { requestId: now?.requestId ?? '' } });
    expect(await statusOf(id)).toBe('cancelled');
  });
});

describe('concurrent changes of one lead', () => {
  test('keep all acknowledged comments, in one order', async () => {
    const id = await newLead();
    const contents = Array.from({ length: 12 }, (_, n) => `Call ${n}`);
    const answers = await Promise.all(
      contents.map((content) => admin.call(addComment, { params: { id }, body: { content } })),
    );
    // Above the number of retries, a command is answered as busy and changes nothing.
    const acknowledged = contents.filter((_, at) => answers[at]?.status === 200);
    for (const { status, code } of answers)
      if (status !== 200) expect([status, code]).toEqual([503, 'too-busy']);
    const { comments } = (await admin.ask(getLead, { params: { id } })).data;
    expect(comments.map(({ content }) => content).sort()).toEqual(acknowledged.sort());
    expect(acknowledged.length).toBeGreaterThanOrEqual(5);
  });

  test('refuse the second of two edits of the same revision', async () => {
    const id = await newLead();
    const { revision } = (await admin.ask(getLead, { params: { id } })).data.lead;
    const answers = await Promise.all([
      admin.call(updateLead, { params: { id }, body: { city: 'Leeds', revision } }),
      deputy.call(updateLead, { params: { id }, body: { city: 'Pune', revision } }),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('changed-meanwhile');
  });

  test('keep the status of another admin when a comment was written below an earlier one', async () => {
    const id = await newLead();
    const params = { id };
    await admin.ask(assignLead, { params, body: { operatorId: operator.id } });
    await deputy.ask(updateLead, { params, body: { status: 'approved', from: 'processing' } });
    const seen = { status: 'processing', from: 'processing' } as const;
    await admin.ask(updateLead, { params, body: { ...seen, adminComment: 'Called' } });
    await operator.ask(requestStatusChange, { params, body: { ...seen, comment: 'Called too' } });
    const { lead, comments } = (await admin.ask(getLead, { params })).data;
    expect(lead).toMatchObject({ status: 'approved', pendingStatusChange: null });
    expect(comments.map(({ content }) => content)).toEqual(['Called too', 'Called']);
    const other = { status: 'hold', from: 'processing' } as const;
    expect(await admin.call(updateLead, { params, body: other })).toMatchObject({
      status: 409,
      code: 'changed-meanwhile',
    });
    expect(
      await operator.call(requestStatusChange, { params, body: { ...other, comment: 'Asked for time' } }),
    ).toMatchObject({ status: 409, code: 'changed-meanwhile' });
  });

  test('give it to one of two operators, and refuse the other assignment', async () => {
    const id = await newLead();
    await admin.ask(createUser, { body: operatorForm('second') });
    const operators = (await admin.ask(listOperators)).data.map(({ _id }) => _id);
    const assignTo = (by: Caller, operatorId = '') =>
      by.call(assignLead, { params: { id }, body: { operatorId, from: null } });
    const answers = await Promise.all([assignTo(admin, operators[0]), assignTo(deputy, operators[1])]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('changed-meanwhile');
    const { assignedOperator } = (await admin.ask(getLead, { params: { id } })).data.lead;
    expect(assignedOperator?._id).toBe(operators[answers.findIndex(({ status }) => status === 200)]);
  });

  test('let one of two deletions succeed; the other finds nothing', async () => {
    const id = await newLead();
    const answers = await Promise.all(
      [admin, deputy].map((each) => each.call(deleteLead, { params: { id } })),
    );
    expect(statuses(answers)).toEqual([200, 404]);
  });
});

describe('two edits of the same revision', () => {
  // The stream of a new one has one event, of revision 0.
  const kinds = [
    {
      noun: 'an offer',
      newOne: async (by: Caller) =>
        (await by.ask(createOffer, { body: { name: 'Orthovita', category: 'other', price: 24.99 } })).data
          .offer._id,
      edit: (by: Caller, id: string, name: string) =>
        by.call(updateOffer, { params: { id }, body: { name, revision: 0 } }),
    },
    {
      noun: 'a user',
      newOne: async (by: Caller) =>
        (await by.ask(createUser, { body: operatorForm('edited') })).data.user._id,
      edit: (by: Caller, id: string, fullName: string) =>
        by.call(updateUser, { params: { id }, body: { fullName, revision: 0 } }),
    },
    {
      noun: 'a postback',
      newOne: async (by: Caller) =>
        (await by.ask(createPostback, { body: postbackForm('https://partner.example') })).data.postback._id,
      edit: (by: Caller, id: string, name: string) =>
        by.call(updatePostback, { params: { id }, body: { name, revision: 0 } }),
    },
  ];

  test.each(kinds)('of $noun: one is saved, and the other one refused', async ({ newOne, edit }) => {
    const id = await newOne(admin);
    const answers = await Promise.all([edit(admin, id, 'One'), edit(deputy, id, 'Another')]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('changed-meanwhile');
  });
});

describe('unique names of users', () => {
  const byEmail = (answers: Answer[]) =>
    answers.filter(({ status }) => status === 409).map(({ errors }) => errors);

  test('twenty concurrent users with one email, in any case, create one user', async () => {
    const forms = Array.from({ length: 20 }, (_, n) => ({
      ...operatorForm(`crowd${n}`),
      email: n % 2 ? 'Crowd@Demo.test' : 'crowd@demo.test',
    }));
    const answers = await Promise.all(
      forms.map((body) => {
        const headers = { 'idempotency-key': randomUUID() };
        return admin.call(createUser, { body, headers });
      }),
    );
    expect(statuses(answers)).toEqual([201, ...Array(19).fill(409)]);
    for (const errors of byEmail(answers)) expect(errors).toEqual({ email: 'This email is already in use' });
    const taken = (await admin.ask(listOperators)).data.find(
      ({ email }) => email === product.people.operator,
    );
    const name = await admin.call(createUser, {
      body: { ...operatorForm('elsewhere'), username: taken?.username.toUpperCase() ?? '' },
    });
    expect(name).toMatchObject({ status: 409, errors: { username: 'This username is already in use' } });
  });

  test('two concurrent renamings and a deletion leave no name reserved', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { data } = await admin.ask(createUser, { body: operatorForm(`moving${round}`) });
      const { _id: id } = data.user;
      const names = [`north${round}@demo.test`, `south${round}@demo.test`];
      const answers = await Promise.all(
        names.map((email) => admin.call(updateUser, { params: { id }, body: { email } })),
      );
      expect(statuses(answers)).toEqual([200, 200]);
      await admin.ask(deleteUser, { params: { id } });
      for (const [at, email] of [...names, `moving${round}@demo.test`].entries())
        await admin.ask(createUser, { body: { ...operatorForm(`settler${round}x${at}`), email } });
    }
  });

  test('a renaming to the email of another user changes nothing', async () => {
    const { data } = await admin.ask(createUser, { body: operatorForm('wishful') });
    const before = await product.events();
    for (const email of [
      product.people.operator,
      product.people.operator.replace('operator', 'OPERATOR'),
      product.people.rivalAdmin,
    ]) {
      const answer = await admin.call(updateUser, {
        params: { id: data.user._id },
        body: { email, fullName: 'Renamed' },
      });
      expect(answer).toMatchObject({ status: 409, errors: { email: 'This email is already in use' } });
    }
    expect(await product.events()).toBe(before);
  });
});
