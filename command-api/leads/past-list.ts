import { exportPastLeads, findPastLeads } from '@crm/contracts/leads/past-list.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { OfferId, type TenantId, UserId } from '@crm/events/ids.ts';
import { inFileName } from '@crm/events/language/file-name.ts';
import {
  PAST_EXPORT,
  PAST_LIST,
  type PastExportTask,
  type PastListFilters,
  PastListTask,
} from '@crm/events/leads/past-list.ts';
import { batchStream } from '@crm/events/streams.ts';
import { answerBatch, readBatch } from '@crm/platform/batches/start.ts';
import { commandIdOf, sentBy } from '@crm/platform/commands/envelope.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import type { Deps } from '../handle/deps.ts';
import type { Lookups } from '../handle/lookups.ts';

type BatchCall = Pick<
  Input<typeof exportPastLeads, typeof tenantAdmins>,
  'caller' | 'origin' | 'guard' | 'idempotencyKey'
> & { body: { wait?: number | undefined } };

/** Starts the batch that finds the leads of a moment. */
export const findPast: CommandDeclaration = (deps) =>
  route(findPastLeads, tenantAdmins, async (input) => {
    const { status = null, offer = null, assignedOperator = null, search } = input.body;
    const at = new Date(input.body.at).toISOString();
    const given = { status, offer, assignedOperator, search: search || null };
    const filters = Object.values(given).some((value) => value !== null) ? given : null;
    const words = filters ? await wordsOf(deps.lookups, input.caller.tenant, filters) : '';
    const title = `Leads as of ${inUtc(at)}${words && `: ${words}`}`;
    const task = { at, filters, words };
    return asBatch(deps, input, { call: findPastLeads.path, kind: PAST_LIST, title, task });
  });

/** The filters in words: 'hold, Slim Tea'. An offer or operator that is not there has a general word. */
async function wordsOf(
  lookups: Lookups,
  tenant: TenantId,
  { status, offer, assignedOperator, search }: PastListFilters,
): Promise<string> {
  const product = offer === null ? null : await lookups.offer(OfferId.parse(offer));
  const operator = assignedOperator === null ? null : await lookups.user(UserId.parse(assignedOperator));
  const words = [
    status,
    assignedOperator && (operator?.tenant === tenant ? operator.fullName : 'assigned'),
    offer && (product?.tenant === tenant ? product.name : 'one product'),
    search && `'${search}'`,
  ];
  return words.flatMap((word) => word || []).join(', ');
}

/** Starts the batch that writes such a list to a file. Refuses with 'past-list-not-found'. */
export const exportPast: CommandDeclaration = (deps) =>
  route(exportPastLeads, tenantAdmins, async (input) => {
    const { id: list } = input.params;
    const found = await taskOf(deps.store, input.caller.tenant, list);
    if (found === null) return refused('past-list-not-found');
    const { at, words } = found;
    const { format } = input.body;
    const filterWords = inFileName(words);
    const name = `leads as of ${inUtc(at).replaceAll(':', '-')}${filterWords && ` ${filterWords}`}.${format}`;
    const to = format === 'csv' ? 'CSV' : 'Excel';
    const title = `Export leads as of ${inUtc(at)} to ${to}${words && `: ${words}`}`;
    return asBatch(deps, input, {
      call: `${exportPastLeads.path} ${list}`,
      kind: PAST_EXPORT,
      title,
      task: { list, at, name, format },
    });
  });

type Work = { call: string; kind: string; title: string; task: PastListTask | PastExportTask };

function asBatch(
  deps: Deps,
  { caller, origin, guard, body, idempotencyKey: key }: BatchCall,
  { call, ...work }: Work,
): Promise<Result> {
  const commandId = commandIdOf({ caller: caller.id, call: `POST ${call}`, key, body });
  const batch = {
    id: derivedId(commandId.id, 'batch'),
    ...work,
    total: null,
    ...sentBy({ caller, origin, guard }),
    commandId,
  };
  return answerBatch(
    deps,
    batch,
    ({ position }, ended) => ({ kind: 'done', data: { batch: ended }, position }),
    body.wait,
  );
}

/** The moment and the filters of a finished list, from the first event of its batch; null if there is no such list. */
async function taskOf(store: EventStore, tenant: TenantId, list: string): Promise<PastListTask | null> {
  const batch = await readBatch(store, tenant, list);
  if (batch?.kind !== PAST_LIST || batch.state !== 'done') return null;
  const [started] = await store.readStream(batchStream(list), { limit: 1 });
  // The task of this kind of batch.
  const { task } = Object(started?.data);
  return PastListTask.parse(task);
}

const inUtc = (at: string) => `${at.slice(0, 19).replace('T', ' ')} UTC`;
