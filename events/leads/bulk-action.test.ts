import { describe, expect, test } from 'vitest';
import { derivedId } from '../derived-ids.ts';
import { BulkAction, commandFor } from './bulk-action.ts';
import {
  given,
  leadAssigned,
  leadCommented,
  leadCreated,
  omar,
  priya,
  statusChanged,
  statusChangeRequested,
  tara,
} from './story.ts';

const whole = 'f0000000-0000-4000-8000-000000000001';
const lead = 'f0000000-0000-4000-8000-000000000002';

describe('a bulk action gives one command per lead:', () => {
  test('a status change with the notes as a separate comment', () => {
    const comment = { content: 'Connected - Call Back', author: priya.name };
    const action = BulkAction.parse({ action: 'status', to: 'hold', reason: null, comment });
    const commentId = derivedId(derivedId(whole, lead), 'comment');
    const { data } = leadCommented({ from: 'processing', to: 'hold', reason: null });
    given(leadCreated())
      .when(commandFor(action, whole, { id: lead, rank: 0 }))
      .gives(statusChanged('hold'), { type: 'LeadCommented', data: { ...data, commentId, type: 'status' } });
  });
  test('assignments to several operators in turns', () => {
    const action: BulkAction = { action: 'assign', operators: [priya, omar, tara], from: null, reason: null };
    const commands = [0, 1, 2, 3].map((rank) => commandFor(action, whole, { id: lead, rank }));
    expect(commands.map((command) => command.type === 'AssignLead' && command.operator.name)).toEqual(
      [priya, omar, tara, priya].map(({ name }) => name),
    );
  });
  test('a reassignment from one operator', () => {
    const action: BulkAction = { action: 'assign', operators: [omar], from: priya.id, reason: null };
    const command = commandFor(action, whole, { id: lead, rank: 0 });
    given(leadCreated(), leadAssigned(tara)).when(command).refuses('assigned-elsewhere');
    given(leadCreated(), leadAssigned(priya))
      .when(command)
      .gives(leadAssigned(omar, { from: priya }));
  });
  test.each([
    ['an approval', 'approve'],
    ['a rejection', 'reject'],
  ] as const)(
    '%s of the request that the admin saw, else of a request from before the call',
    (_, decision) => {
      const askedBefore = '2025-03-01T09:29:59.000Z';
      const decided = { requestIds: { [lead]: whole }, askedBefore, notes: 'Call again' };
      const action: BulkAction = { action: decision, ...decided };
      given(leadCreated(), statusChangeRequested('hold'))
        .when(commandFor(action, whole, { id: whole, rank: 0 }))
        .refuses('request-replaced');
      const requestOf = (id: string) => commandFor(action, whole, { id, rank: 0 });
      expect(requestOf(lead)).toMatchObject({ requestId: whole });
      expect(requestOf(whole)).toMatchObject({ requestId: null, askedBefore });
    },
  );
});
