import { randomUUID } from 'node:crypto';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import { LeadId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';
import { leadStream } from '@crm/events/streams.ts';
import { NO_ORIGIN, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { expect } from 'vitest';
import { actor, tenant } from './people.ts';

/** An operator's request for the status approved. */
export const requestBy = (operator: OperatorRef, requestedAt: string): LeadCommand => ({
  type: 'RequestLeadStatusChange',
  requestId: randomUUID(),
  to: 'approved',
  reason: 'She said yes',
  comment: {
    commentId: randomUUID(),
    content: 'Agreed',
    type: 'status',
    isInternal: true,
    isImportant: false,
    author: operator.name,
  },
  by: operator,
  seesAllLeads: false,
  requestedAt,
  automatic: false,
});

/** Test fixtures: leads in a store, their commands, and their state. */
export function leadsIn(store: EventStore) {
  /** Executes a command on a lead; it must be accepted. */
  async function say(id: LeadId, command: LeadCommand, of = tenant, by: Actor = actor) {
    const done = await execute(
      { store },
      {
        aggregate: leads,
        stream: leadStream(id),
        tenant: of,
        command,
        actor: by,
        origin: NO_ORIGIN,
        commandId: newCommandId(),
        creates: command.type === 'CreateLead',
      },
    );
    expect(done.kind).toBe('executed');
  }

  let made = 0;
  function newOrder(): string {
    made += 1;
    return `MANY-${made}`;
  }

  async function newLeads(count: number, of = tenant): Promise<LeadId[]> {
    const orders = Array.from({ length: count }, newOrder);
    await Promise.all(
      orders.map((orderId) =>
        say(leadIdOf(of, orderId), { type: 'CreateLead', orderId, details: blankDetails }, of),
      ),
    );
    return orders.map((orderId) => leadIdOf(of, orderId));
  }

  /** A lead that came over the lead limit, and has a place now. */
  async function admittedLead(): Promise<LeadId> {
    const orderId = newOrder();
    const id = leadIdOf(tenant, orderId);
    const waited = { details: blankDetails, maxLeads: 1, periodEnd: '2026-01-01T00:00:00.000Z' };
    await say(id, { type: 'SetLeadAside', orderId, ...waited });
    await say(id, { type: 'AdmitLead' });
    return id;
  }

  const historyOf = (id: string) => load(store, leads.types, leadStream(LeadId.parse(id)));

  return {
    say,
    newLeads,
    newLead: async (): Promise<LeadId> => (await newLeads(1))[0] ?? expect.unreachable(),
    admittedLead,
    historyOf,
    stateOf: async (id: string) => fold(leads.decider, (await historyOf(id)).events),
  };
}
