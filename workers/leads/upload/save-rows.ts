import { refusals } from '@crm/contracts/refusals.ts';
import { derivedId, leadIdOf } from '@crm/events/derived-ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import type { LeadEvent, OperatorRef } from '@crm/events/leads/events.ts';
import type { UploadTask } from '@crm/events/leads/upload.ts';
import { leadStream, subscriptionStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import { leadLimitAt, leadQuota, limitText } from '@crm/events/subscriptions/lead-limit.ts';
import type { BatchContext } from '@crm/platform/batches/kind.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { isRefused, refused } from '@crm/platform/http/result.ts';
import type { Limited } from '@crm/platform/places/execute-in-place.ts';
import type { Places } from '@crm/platform/places/places.ts';
import type { LeadRow, UploadRun } from './run.ts';
import { alreadyThere, type Tally } from './tally.ts';

/** Rows appended concurrently: the store commits them together, and then the upload pauses for other requests. */
const AT_ONCE = 64;

/** A row with the stream of its lead, and the operator that the lead is meant for or, once saved, assigned to. */
type PlacedRow = { row: LeadRow; stream: string; operator: OperatorRef | null };
type NotSaved = { row: LeadRow; error: string };

/**
 * Saves rows as leads, each in one append. Assigns leads to the operators in the order of the file until each has the
 * requested number. An operator who misses a lead because its row was not saved gets an unassigned lead of the same
 * portion instead. A repeat changes nothing: a row that this batch has saved before is recognised and counted.
 * @returns the rows that were not saved, each with its error
 */
export async function saveRows(
  rows: readonly LeadRow[],
  { store, places, task, tally, context, giveWay }: UploadRun,
): Promise<NotSaved[]> {
  const { tenant } = context;
  const withStream = rows.map((row) => ({ row, stream: leadStream(leadIdOf(tenant, row.lead.orderId)) }));
  const existing = await store.existing(withStream.map(({ stream }) => stream));
  const limited = await limitOf(store, places, context);
  const saved: PlacedRow[] = [];
  const notSaved: NotSaved[] = [];
  const save = async (some: readonly PlacedRow[], within: typeof limited) => {
    for (let from = 0; from < some.length; from += AT_ONCE) {
      context.signal.throwIfAborted();
      const together = some.slice(from, from + AT_ONCE);
      for (const outcome of await Promise.all(together.map((one) => saveRow(one, within, context)))) {
        if ('error' in outcome) notSaved.push(outcome);
        else saved.push(outcome);
      }
      await giveWay();
    }
  };

  // An existing stream is either another lead, or a row that this batch saved before an interruption. Rows saved before
  // are counted first, because they already use part of each operator's number of leads. Neither needs a place.
  await save(
    withStream.filter(({ stream }) => existing.has(stream)).map((one) => ({ ...one, operator: null })),
    null,
  );
  for (const { operator } of saved) count(tally, operator);
  const next = operatorsLeft(task, tally);
  const savedBefore = saved.length;
  await save(
    withStream.filter(({ stream }) => !existing.has(stream)).map((one) => ({ ...one, operator: next() })),
    limited,
  );
  for (const { operator } of saved.slice(savedBefore)) count(tally, operator);
  await makeUp(saved, task, tally, context);
  tally.valid += saved.length;
  return notSaved;
}

/** Saves one row as a lead: its status, operator and comment are in the same append. */
async function saveRow(
  { row, stream, operator }: PlacedRow,
  limited: Limited<LeadCommand> | null,
  { id, actor, perform }: BatchContext<Tally>,
): Promise<PlacedRow | NotSaved> {
  const { orderId, orderedAt, details, status, reason, comment } = row.lead;
  const item = `row ${row.row}`;
  const command: LeadCommand = {
    type: 'ImportLead',
    orderId,
    orderedAt,
    details,
    operator,
    status,
    reason,
    comment: comment === null ? null : commentOf(comment, derivedId(id, item), actor),
  };
  const done = await perform(leads, { stream, item, command, creates: true, limited });
  if (!isRefused(done)) return { row, stream, operator: operatorIn(done.events) };
  if (done.refusal === 'order-id-taken') return { row, error: alreadyThere(orderId) };
  return { row, error: done.message ?? refusals[done.refusal].message };
}

/** The limit of leads of the billing period; rows over it are not saved. Null without a limit. */
async function limitOf(
  store: EventStore,
  places: Places,
  { tenant }: BatchContext<Tally>,
): Promise<Limited<LeadCommand> | null> {
  const subscription = await loadState(store, subscriptions, subscriptionStream(tenant));
  const limit = leadLimitAt(subscription, new Date());
  if (!limit) return null;
  const over = refused('lead-limit-reached', { message: limitText(limit) });
  return { places, quota: leadQuota(tenant, limit), over };
}

function commentOf(
  content: string,
  command: string,
  actor: BatchContext<Tally>['actor'],
): Extract<LeadCommand, { type: 'CommentOnLead' }>['comment'] {
  return {
    commentId: derivedId(command, 'comment'),
    content,
    type: 'internal',
    isInternal: true,
    isImportant: false,
    author: actor.kind === 'user' ? actor.name : 'Upload',
  };
}

function operatorIn(events: readonly LeadEvent[]): OperatorRef | null {
  const assigned = events.find((event) => event.type === 'LeadAssigned');
  return assigned ? assigned.data.operator : null;
}

function count(tally: Tally, operator: OperatorRef | null): void {
  if (operator) tally.given[operator.id] = (tally.given[operator.id] ?? 0) + 1;
}

/**
 * Returns a function that gives the operator of the next lead. First each operator with a number gets it; the leads that
 * remain go to the operators without a number in turn, so that they share them evenly. Null when there is no operator.
 */
function operatorsLeft({ operators }: UploadTask, tally: Tally): () => OperatorRef | null {
  const given = new Map(operators.map(({ id }) => [id, tally.given[id] ?? 0]));
  const givenTo = ({ id }: OperatorRef) => given.get(id) ?? 0;
  const sharing = operators.filter(({ value }) => value === null);
  return () => {
    const counted = operators.find((one) => one.value !== null && givenTo(one) < one.value);
    const [first, ...others] = sharing;
    const fewest =
      first && others.reduce((least, one) => (givenTo(one) < givenTo(least) ? one : least), first);
    const next = counted ?? fewest;
    if (!next) return null;
    given.set(next.id, givenTo(next) + 1);
    return { id: next.id, name: next.name };
  };
}

/** Assigns unassigned leads of this portion to operators whose rows were not saved. */
async function makeUp(
  saved: readonly PlacedRow[],
  task: UploadTask,
  tally: Tally,
  { perform }: BatchContext<Tally>,
): Promise<void> {
  const next = operatorsLeft(task, tally);
  const free = saved.filter(({ operator }) => operator === null).sort((a, b) => a.row.row - b.row.row);
  for (const { row, stream } of free) {
    const operator = next();
    if (!operator) return;
    const command: LeadCommand = { type: 'AssignLead', operator, reason: null };
    const done = await perform(leads, { stream, item: `row ${row.row} operator`, command });
    if (!isRefused(done)) count(tally, operator);
  }
}
