import { randomUUID } from 'node:crypto';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { leadStream, userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import type { UserCommand } from '@crm/events/users/decide.ts';
import { type CommandId, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { bothStores } from '@crm/platform/test/both-stores.ts';
import { describe, expect, test } from 'vitest';

const { stores } = await bothStores();

const tenant = TenantId.parse(randomUUID());
const another = TenantId.parse(randomUUID());
const by = { kind: 'system', name: 'test' } as const;
const origin = { ip: null, userAgent: null };

describe.each(Object.entries(stores))(
  'an answer without events carries the position of those that it was decided from: %s',
  (_, store) => {
    const dependencies = { store, forgetLookup: () => {} };

    type Options = { of?: TenantId; seenRevision?: number; commandId?: CommandId };
    const onLead = (orderId: string, command: LeadCommand, options: Options = {}) => {
      const { of = tenant, seenRevision, commandId = newCommandId() } = options;
      return execute(dependencies, {
        aggregate: leads,
        stream: leadStream(leadIdOf(tenant, orderId)),
        tenant: of,
        command,
        actor: by,
        origin,
        commandId,
        creates: command.type === 'CreateLead',
        seenRevision,
      });
    };
    const create = (orderId: string): LeadCommand => ({ type: 'CreateLead', orderId, details: blankDetails });
    const approve: LeadCommand = { type: 'ApproveLeadStatusChange', requestId: null, notes: null };
    const remove: LeadCommand = { type: 'DeleteLead', reason: null };

    test('twenty creations of one order id: nineteen refusals carry the position of the winner', async () => {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => onLead('RACE', create('RACE'))));
      const won = outcomes.filter(({ kind }) => kind === 'executed');
      expect(won).toHaveLength(1);
      for (const lost of outcomes.filter(({ kind }) => kind === 'refused'))
        expect(lost).toEqual({ kind: 'refused', refusal: 'order-id-taken', position: won[0]?.position });
    });

    test('an outdated revision', async () => {
      await onLead('EDIT', create('EDIT'));
      const changed = await onLead('EDIT', {
        type: 'ChangeLeadStatus',
        to: 'hold',
        reason: 'busy',
        comment: null,
        isBulk: false,
      });
      expect(await onLead('EDIT', remove, { seenRevision: 0 })).toEqual({
        kind: 'refused',
        refusal: 'changed-meanwhile',
        position: changed.position,
      });
    });

    test('a rule of the decider', async () => {
      const created = await onLead('RULE', create('RULE'));
      expect(await onLead('RULE', approve)).toEqual({
        kind: 'refused',
        refusal: 'nothing-pending',
        position: created.position,
      });
    });

    test('of a command that has nothing to change: what it was decided from', async () => {
      const created = await onLead('NOTHING', create('NOTHING'));
      const release: LeadCommand = {
        type: 'ReleaseLead',
        reach: { kind: 'all' },
        operator: UserId.parse(randomUUID()),
        reason: 'skipped',
        now: new Date().toISOString(),
      };
      const done = await onLead('NOTHING', release);
      expect(done).toMatchObject({ kind: 'executed', events: [], position: null, asOf: created.position });
    });

    test('an Idempotency-Key of another request', async () => {
      const id = randomUUID();
      const withHash = (requestHash: string) => ({ commandId: { id, keyed: true, requestHash } });
      const created = await onLead('KEY', create('KEY'), withHash('one'));
      expect(await onLead('KEY', create('KEY'), withHash('two'))).toEqual({
        kind: 'refused',
        refusal: 'key-reused',
        position: created.position,
      });
    });

    test('a name that another stream has reserved', async () => {
      const details: Extract<UserCommand, { type: 'CreateUser' }>['details'] = {
        ...{ fullName: 'Asha Rao', email: 'asha@x.test', username: 'asha', phone: null, role: 'operator' },
        ...{ department: null, notes: null, isActive: true, canSeeLeadsOfAllOperators: false },
      };
      const createUser = () =>
        execute(dependencies, {
          aggregate: users,
          stream: userStream(UserId.parse(randomUUID())),
          tenant,
          command: { type: 'CreateUser', details },
          actor: by,
          origin,
          commandId: newCommandId(),
          creates: true,
        });
      const [first, second] = [await createUser(), await createUser()];
      const refused = { kind: 'refused', refusal: 'email-taken', taken: 'email:asha@x.test' };
      expect(second).toEqual({ ...refused, position: expect.any(String) });
      expect(String(second.position) >= String(first.position)).toBe(true);
    });

    test("a 404 carries the head: for a deleted lead, another tenant's lead, and one that never existed", async () => {
      await onLead('GONE', create('GONE'));
      await onLead('GONE', remove);
      await onLead('THEIRS', create('THEIRS'));
      const position = await store.head();
      const refusal = { kind: 'refused', refusal: 'lead-not-found', position };
      expect(await onLead('GONE', remove)).toEqual(refusal);
      expect(await onLead('THEIRS', remove, { of: another })).toEqual(refusal);
      expect(await onLead('NEVER', remove)).toEqual(refusal);
    });
  },
);
