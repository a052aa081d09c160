import { derivedId } from '@crm/events/derived-ids.ts';
import { TenantId } from '@crm/events/ids.ts';
import { idOf, viewingStream } from '@crm/events/streams.ts';
import { viewings } from '@crm/events/viewings/aggregate.ts';
import { bySystem, keyedCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { doEach } from '@crm/platform/failures/do-each.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { job, schedule } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import type { Pool } from 'pg';
import { z } from 'zod';

type Open = { id: string; tenant: TenantId; is_expired: boolean };

const Viewing = z.object({ id: z.string(), tenant: TenantId });

/**
 * Ends a viewing in its stream and in its row. The row is written after the event of the start, and ended after that of the
 * end: after a kill in between, a started viewing had no row to end it, and the token of an ended one was accepted on.
 */
export const endViewing = job({
  name: 'end-viewing',
  payload: Viewing,
  attempts: 10,
  async run(viewing, { store, pools }) {
    await recordEnd(store, viewing, 'expired');
    await endRow(pools.auth, viewing);
  },
});

/** Each viewing ends in both places: when its event says so, and at its last moment. */
export const followViewings = reaction({
  name: 'viewing-ends',
  events: ['ViewingStarted', 'ViewingEnded'],
  handle: ({ type, stream, data, meta: { tenant } }, { enqueue }) => {
    const id = idOf(stream);
    if (type === 'ViewingEnded') return enqueue(endViewing, { id, tenant }, { key: id });
    const runAt = new Date(Started.parse(data).expiresAt);
    enqueue(endViewing, { id, tenant }, { key: id, runAt });
  },
});
const Started = z.object({ expiresAt: z.string() });

/**
 * Records the end of viewings whose time is over or whose super admin's session ended: they are refused from that moment
 * on, and are in the audit history within a minute. Deletes their rows after a day.
 */
export const endViewings = schedule({
  name: 'end-viewings',
  cron: '* * * * *',
  catchUpMs: 0, // the next run ends the same ones
  run: ({ store, pools }) => recordEnds(store, pools.auth),
});

/** @param pool sees all tenants */
export async function recordEnds(store: EventStore, pool: Pool): Promise<void> {
  // Index viewings_open: few are open at once.
  const { rows } = await pool.query<Open>(
    `/* every tenant: sweeping */
       select v.id, v.tenant, v.expires_at <= now() as is_expired
         from viewings v left join sessions s on s.token_hash = v.session_hash
        where v.ended_at is null
          and (v.expires_at <= now() or s.token_hash is null or s.revoked_at is not null or s.expires_at <= now())`,
  );
  await doEach(rows, async ({ id, tenant, is_expired }) => {
    await recordEnd(store, { id, tenant }, is_expired ? 'expired' : 'signed-out');
    await endRow(pool, { id, tenant });
  });
  await pool.query(
    `/* every tenant: sweeping */ delete from viewings where ended_at < now() - interval '1 day'`,
  );
}

async function recordEnd(
  store: EventStore,
  { id, tenant }: z.infer<typeof Viewing>,
  reason: 'expired' | 'signed-out',
): Promise<void> {
  const ended = await execute(
    { store },
    {
      aggregate: viewings,
      stream: viewingStream(id),
      tenant,
      command: { type: 'EndViewing', by: null, reason },
      ...bySystem('end of viewing'),
      commandId: keyedCommandId(derivedId(id, 'end')),
      creates: false,
    },
  );
  if (isRefused(ended) && ended.refusal !== 'viewing-not-found')
    throw new RetryLater(`The end of a viewing was not recorded: ${ended.refusal}`);
}

const endRow = (pool: Pool, { id, tenant }: z.infer<typeof Viewing>) =>
  pool.query('update viewings set ended_at = now() where tenant = $1 and id = $2 and ended_at is null', [
    tenant,
    id,
  ]);
