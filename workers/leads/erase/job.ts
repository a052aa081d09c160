import { LeadId, TenantId } from '@crm/events/ids.ts';
import { idOf, leadStream } from '@crm/events/streams.ts';
import type { EventStore, Position } from '@crm/platform/event-store/port.ts';
import { readBeforeErasure } from '@crm/platform/event-store/sealed/before-erasure.ts';
import { destroyKey } from '@crm/platform/event-store/sealed/keys.ts';
import { type Job, job, schedule } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { resumeJobs } from '@crm/platform/jobs/resume.ts';
import { createProgress, waitForGiven } from '@crm/platform/runner/progress.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { forgetDeliveries } from '../../postbacks/forget-lead.ts';
import { REACTION } from '../../postbacks/react.ts';
import { forgetFiles } from './files.ts';
import { forgetProblems } from './problems.ts';
import { wordsOf } from './words.ts';

const Payload = z.object({ lead: LeadId, tenant: TenantId, position: z.string() });
type Payload = z.infer<typeof Payload>;
const FORGET = { name: 'forget-lead', payload: Payload, attempts: 25 };

/** An erased lead's copies are removed outside its events and read models. */
export const eraseLeads = reaction({
  name: 'lead-erasures',
  events: ['LeadErased'],
  handle: ({ stream, position, meta }, { enqueue }) => {
    const lead = LeadId.parse(idOf(stream));
    enqueue(FORGET, { lead, tenant: meta.tenant, position }, { key: lead });
  },
});

/** How long the job waits for others before it is tried again. */
const WAIT_MS = 5_000;

/** A copy is in use at this moment: the job is tried again. */
class StillInUse extends Error {
  override name = 'StillInUse';
}

/**
 * Removes the personal data of an erased lead from all places that are not computed from its events (docs/erasure.md), and
 * then destroys its key. The key is last, because the copies in texts are found by the values that it opens: after an
 * interruption the job begins again.
 */
export const forgetLead = (storedEvents: EventStore): Job<Payload> =>
  job({
    ...FORGET,
    slots: 'long',
    async run({ lead, tenant, position }, { pools }) {
      const pool = pools.background;
      const stream = leadStream(lead);
      const events = await readBeforeErasure(storedEvents, pools.auth, stream);
      if (events.length === 0) return; // an earlier attempt has destroyed the key
      const waitFor = waiting(pool, storedEvents);
      // Until then they add deliveries and exports with values from before the erasure. The reaction stored a position as text.
      await waitFor([REACTION, 'leads'], position as Position);
      // All exports that such a row of a lead may be in.
      await waitFor(['batches'], await storedEvents.head());
      const words = wordsOf(events);
      const waitsFor = [
        await forgetDeliveries(pool, tenant, lead),
        await forgetFiles({ pool, storedEvents }, tenant, lead, events[0]?.meta.causationId ?? null),
        await forgetProblems({ pool, storedEvents }, tenant, words),
      ].flatMap((busy) => busy ?? []);
      await forgetSearches(pool, tenant);
      if (waitsFor.length > 0) throw new StillInUse(waitsFor.join('; '));
      await destroyKey(pools.auth, { subject: lead, tenant });
    },
  });

/** Continues erasures that used their attempts, wait long for the next one, or were left by a killed process. */
export const resumeErasures = schedule({
  name: 'resume-lead-erasures',
  cron: '* * * * *',
  catchUpMs: 0, // the next run finds the same jobs
  run: ({ pools }) => resumeJobs(pools.background, FORGET.name),
});

/** Waits for a position, and throws StillInUse if it is not reached in time. */
function waiting(pool: Pool, storedEvents: EventStore) {
  const waitFor = waitForGiven(createProgress(pool), storedEvents);
  return async (names: readonly string[], position: Position) => {
    const seen = await waitFor(names, position, { timeoutMs: WAIT_MS });
    if (seen === 'stale') throw new StillInUse(`Not up to date: one of ${names.join(', ')}`);
  };
}

/**
 * Removes the searches of frozen selections. This version stores none, and no version reads them; the sweep deletes the last
 * selections of earlier versions 30 days after the upgrade.
 */
async function forgetSearches(pool: Pool, tenant: TenantId): Promise<void> {
  await pool.query('update selections set filter = null where tenant = $1 and filter is not null', [tenant]);
}
