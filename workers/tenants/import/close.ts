import type { Refusal } from '@crm/contracts/refusals.ts';
import { batches } from '@crm/events/batches/aggregate.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { EventOf, EventTypes } from '@crm/events/language/define.ts';
import { postbacks } from '@crm/events/postbacks/aggregate.ts';
import { tenantStream } from '@crm/events/streams.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { settingsOf } from '@crm/events/tenants/state.ts';
import type { Aggregate } from '@crm/platform/commands/aggregate.ts';
import { bySystem, keyedCommandId } from '@crm/platform/commands/envelope.ts';
import { type CommandDependencies, execute } from '@crm/platform/commands/execute.ts';
import { load } from '@crm/platform/commands/load.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import { streamsOfType } from '@crm/platform/event-store/importing/write.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { keepUsedPlaces } from '@crm/platform/places/blocks.ts';
import type { Pool } from 'pg';
import { usedPlaces } from './places.ts';
import type { ImportSummary } from './summary.ts';

type Written = {
  /** The batch that imports, and the one that checked. */
  batch: string;
  check: string;
  tenant: TenantId;
  events: number;
  summary: ImportSummary;
};

/** Derived from the check: of two imports of one check, each command is executed once. */
const commandOf = (check: string, stream: string, item: string) => derivedId(check, `${stream} ${item}`);
const END = 'imported';

/** Whether an import of this check is complete. */
export async function isClosed(
  store: EventStore,
  { check, tenant }: Pick<Written, 'check' | 'tenant'>,
): Promise<boolean> {
  const stream = tenantStream(tenant);
  const { recorded } = await load(store, tenants.types, stream);
  return recorded.some(({ meta }) => meta.commandId === commandOf(check, stream, END));
}

/**
 * What follows the last event of an import: postbacks and API keys have no secrets here, so they are turned off; batches
 * that ran at the time of the export end; and the organisation becomes visible. A repeat changes nothing.
 */
export async function closeImport(
  { store, forgetLookup, pool }: Required<CommandDependencies> & { pool: Pool },
  { batch, check, tenant, events, summary }: Written,
): Promise<void> {
  const onlyIfThere: readonly Refusal[] = ['postback-not-found', 'batch-finished'];
  async function command<State, Command, Types extends EventTypes, R extends Refusal>(
    aggregate: Aggregate<State, Command, Types, R>,
    stream: string,
    item: string,
    what: Command,
  ): Promise<readonly EventOf<Types>[]> {
    const done = await execute(
      { store, forgetLookup },
      {
        aggregate,
        stream,
        tenant,
        command: what,
        ...bySystem('import'),
        commandId: keyedCommandId(commandOf(check, stream, item)),
        creates: false,
        causationId: batch,
      },
    );
    if (!isRefused(done)) return done.events;
    if (onlyIfThere.includes(done.refusal)) return [];
    throw new RetryLater(`An import could not be completed: ${done.refusal}`);
  }

  for (const stream of await streamsOfType(pool, check, 'PostbackCreated'))
    await command(postbacks, stream, 'pause', { type: 'PauseImportedPostback' });
  for (const stream of await streamsOfType(pool, check, 'BatchStarted')) {
    const { events: past } = await load(store, batches.types, stream);
    const progress = past.findLast((event) => event.type === 'BatchProgressed')?.data;
    await command(batches, stream, 'end', {
      type: 'FinishBatch',
      outcome: 'cancelled',
      done: progress?.done ?? 0,
      total: progress?.total ?? null,
      counts: progress?.counts ?? { successful: 0, skipped: 0, failed: 0 },
      result: null,
      message: 'It ran when the organization was exported, and was not continued after the import',
    });
  }
  const stream = tenantStream(tenant);
  const settings = settingsOf(await loadState(store, tenants, stream));
  const keys = Object.keys(settings?.apiKeys ?? {});
  for (const id of keys) await command(tenants, stream, `revoke ${id}`, { type: 'RevokeApiKey', id });

  const places = await usedPlaces(pool, check, tenant, summary);
  if (places) await keepUsedPlaces(pool, { tenant, ...places });
  await command(tenants, stream, END, {
    type: 'RecordImport',
    batch,
    exportedAt: summary.archive.exportedAt,
    events,
    endDate: summary.subscription?.endDate ?? null,
  });
}
