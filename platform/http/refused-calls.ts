import { auditEvents, type RefusedCalls } from '@crm/events/audit/events.ts';
import { PLATFORM_TENANT, TenantId } from '@crm/events/ids.ts';
import { refusalsStream } from '@crm/events/streams.ts';
import { v4 } from 'uuid';
import { bySystem, checkedEvents, derivedCommandId, metaOf } from '../commands/envelope.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Log } from '../log/log.ts';
import type { Stopper } from '../shutdown/stop.ts';
import type { Caller } from './caller.ts';

/** A refused command: who called (null if that is unknown), the route, and the refusal. */
type RefusedCommand = { caller: Caller | null; call: string; refusal: string };
export type CountRefused = (refused: RefusedCommand) => void;

/** How often the counts are written. */
const PERIOD_MS = 60_000;
/** The most kinds of a period; further ones are counted as one kind. */
const MOST_KINDS = 1_000;
const OTHERS = 'Other calls';

/**
 * Counts refused commands for the audit history, by organisation, route and refusal: one event per organisation and
 * minute at most, however many requests an attacker sends, and nothing of their content. After a kill, the counts of the
 * last minute are lost. Callers without an account are counted for the platform.
 */
export function countRefused(
  store: Pick<EventStore, 'append'>,
  log: Log,
  { onStop }: Pick<Stopper, 'onStop'>,
): CountRefused {
  let counts = new Map<string, number>();
  let since = new Date();

  async function write() {
    const [counted, from, until] = [counts, since, new Date()];
    [counts, since] = [new Map(), until];
    const period = { since: from.toISOString(), until: until.toISOString() };
    for (const [tenant, refused] of byTenant(counted))
      try {
        await append(tenant, { ...period, refused });
      } catch (err) {
        log.warn({ err, tenant, refused }, 'Refused calls could not be recorded');
      }
  }

  async function append(tenant: TenantId, data: { since: string; until: string; refused: RefusedCalls[] }) {
    const id = v4();
    const meta = metaOf({
      tenant,
      ...bySystem('Refused calls'),
      command: derivedCommandId(id),
    });
    const events = checkedEvents(auditEvents, [{ type: 'CommandsRefused', data }], meta);
    const outcome = await store.append({ stream: refusalsStream(id), expected: 'none', events });
    if (outcome.kind !== 'appended') throw new Error(`The append answers '${outcome.kind}'`);
  }

  const timer = setInterval(() => void write(), PERIOD_MS);
  timer.unref();
  onStop('refused calls', async () => {
    clearInterval(timer);
    await write();
  });

  return ({ caller, call, refusal }) => {
    const tenant = caller?.kind === 'user' ? caller.tenant : PLATFORM_TENANT;
    const kind = `${tenant}\n${call}\n${refusal}`;
    const counted = counts.has(kind) || counts.size < MOST_KINDS ? kind : `${PLATFORM_TENANT}\n${OTHERS}\n`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  };
}

function byTenant(counts: ReadonlyMap<string, number>): Map<TenantId, RefusedCalls[]> {
  const found = new Map<TenantId, RefusedCalls[]>();
  for (const [kind, count] of counts) {
    const [id, call = '', refusal = ''] = kind.split('\n');
    const tenant = TenantId.parse(id);
    found.set(tenant, [...(found.get(tenant) ?? []), { call, refusal, count }]);
  }
  return found;
}
