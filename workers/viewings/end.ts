import { derivedId } from '@crm/events/derived-ids.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { viewingStream } from '@crm/events/streams.ts';
import { viewings } from '@crm/events/viewings/aggregate.ts';
import { bySystem, keyedCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { schedule } from '@crm/platform/jobs/job.ts';
import type { Pool } from 'pg';

type Open = { id: string; tenant: TenantId; is_expired: boolean };

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
  for (const { id, tenant, is_expired } of rows) {
    const ended = await execute(
      { store },
      {
        aggregate: viewings,
        stream: viewingStream(id),
        tenant,
        command: { type: 'EndViewing', by: null, reason: is_expired ? 'expired' : 'signed-out' },
        ...bySystem('end of viewing'),
        commandId: keyedCommandId(derivedId(id, 'end')),
        creates: false,
      },
    );
    if (isRefused(ended) && ended.refusal !== 'viewing-not-found')
      throw new RetryLater(`The end of a viewing was not recorded: ${ended.refusal}`);
    await pool.query('update viewings set ended_at = now() where tenant = $1 and id = $2', [tenant, id]);
  }
  await pool.query(
    `/* every tenant: sweeping */ delete from viewings where ended_at < now() - interval '1 day'`,
  );
}
