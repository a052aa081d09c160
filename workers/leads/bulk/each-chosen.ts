import type { NotDone } from '@crm/contracts/leads/outcome.ts';
import type { BatchCounts } from '@crm/events/batches/events.ts';
import { LeadId, type TenantId } from '@crm/events/ids.ts';
import { decode } from '@crm/events/language/define.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { Chosen } from '@crm/events/selections/chosen.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { BatchContext, BatchProblem } from '@crm/platform/batches/kind.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { type ChosenId, readChosen } from '@crm/platform/selections/chosen.ts';
import pLimit from 'p-limit';
import type { Pool } from 'pg';

/** The start of the next slice: the chunk of the selection, and the index in it. */
export type Cursor = {
  chunk: number;
  at: number;
  /** The skipped leads so far that an undo left unassigned. Batches from before this was counted have none. */
  unassigned?: number;
};

/**
 * Leads per step: a cancellation takes effect after each step, and after a kill at most this many commands are
 * repeated.
 */
const SLICE = 250;
/** Concurrent commands: the store commits concurrent appends as one group. */
const AT_ONCE = 32;

/** A lead that an undo restored without its former operator, who has left. */
export type LeftUnassigned = { outcome: 'skipped'; message: string; isUnassigned: true };

/** The outcome for one lead; 'passed' means that the batch ignores it. */
export type LeadOutcome = NotDone | LeftUnassigned | 'passed';

export type Stores = { store: EventStore; pool: Pool };

/** Processes the chosen leads from the last step on; a failing lead does not stop the others. */
export async function eachChosen(
  { store, pool }: Stores,
  context: BatchContext<Cursor>,
  chosen: Chosen,
  ask: (lead: ChosenId) => Promise<LeadOutcome>,
): Promise<BatchCounts & { unassigned: number }> {
  const limit = pLimit(AT_ONCE);
  const { chunks, chunk } = readChosen(pool, context.tenant, chosen);
  let { cursor, done, counts } = context.from ?? beginning;
  let { unassigned = 0 } = cursor;
  for (let n = cursor.chunk; n < chunks; n += 1) {
    const ids = await chunk(n);
    for (let at = n === cursor.chunk ? cursor.at : 0; at < ids.length; at += SLICE) {
      const slice = ids.slice(at, at + SLICE);
      const outcomes = await limit.map(slice, ask);
      const problems = await limit.map(troubled(slice, outcomes), (each) =>
        problemOf(store, context.tenant, each),
      );
      done += outcomes.filter((each) => each !== 'passed').length;
      counts = added(counts, outcomes);
      unassigned += outcomes.filter(isLeftUnassigned).length;
      cursor = { chunk: n, at: at + slice.length, unassigned };
      await context.step({ cursor, done, counts, problems });
    }
  }
  return { ...counts, unassigned };
}

const isLeftUnassigned = (outcome: LeadOutcome): outcome is LeftUnassigned =>
  outcome !== null && outcome !== 'passed' && 'isUnassigned' in outcome;

const beginning: { cursor: Cursor; done: number; counts: BatchCounts } = {
  cursor: { chunk: 0, at: 0 },
  done: 0,
  counts: { successful: 0, skipped: 0, failed: 0 },
};

function added({ successful, skipped, failed }: BatchCounts, outcomes: readonly LeadOutcome[]): BatchCounts {
  const as = (outcome: 'skipped' | 'failed') =>
    outcomes.filter((each) => each !== null && each !== 'passed' && each.outcome === outcome).length;
  return {
    successful: successful + outcomes.filter((each) => each === null).length,
    skipped: skipped + as('skipped'),
    failed: failed + as('failed'),
  };
}

type Troubled = { lead: ChosenId; why: Exclude<LeadOutcome, null | 'passed'> };

function troubled(slice: readonly ChosenId[], outcomes: readonly LeadOutcome[]): Troubled[] {
  return slice.flatMap((lead, at) => {
    const why = outcomes[at];
    return why && why !== 'passed' ? [{ lead, why }] : [];
  });
}

async function problemOf(
  store: EventStore,
  tenant: TenantId,
  { lead, why }: Troubled,
): Promise<BatchProblem> {
  const orderId = await orderIdOf(store, tenant, lead.id);
  // A lead of another tenant gets no link to its page.
  const data = orderId === null ? null : { leadId: lead.id };
  const { outcome, message } = why;
  return { n: lead.place + 1, item: orderId ?? lead.id, outcome, message, data };
}

/** Reads a lead's order id from the start of its stream; null if this tenant has no such lead. */
async function orderIdOf(store: EventStore, tenant: TenantId, id: string): Promise<string | null> {
  const [first] = await store.readStream(leadStream(LeadId.parse(id)), { limit: 1 });
  if (first?.meta.tenant !== tenant) return null;
  const decoded = decode(leads.types, first);
  if (decoded.kind !== 'event') return null;
  const { event } = decoded;
  return event.type === 'LeadCreated' || event.type === 'LeadSetAside' ? event.data.orderId : null;
}
