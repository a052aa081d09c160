import type { PastListResult } from '@crm/contracts/leads/past-list.ts';
import { LeadId } from '@crm/events/ids.ts';
import { createdAt, leadEvents } from '@crm/events/leads/events.ts';
import { PAST_LIST, PastListTask } from '@crm/events/leads/past-list.ts';
import { idOf } from '@crm/events/streams.ts';
import { type AnyBatchKind, batchKind } from '@crm/platform/batches/kind.ts';
import { type EventStore, type Position, type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import { matchingThen } from '@crm/projections/leads/past/matching.ts';
import type { Pool } from 'pg';
import type { z } from 'zod';

/** `storedEvents` leaves personal data closed; `store` opens it for the filters. */
type Stores = { storedEvents: EventStore; store: EventStore; pool: Pool };

/** Events per read and step. */
const PAGE = 1_000;
/** Leads whose history is read per step. */
const LEADS = 250;
const counts = { successful: 0, skipped: 0, failed: 0 };

/** The events after which a lead is in the list, or no longer. */
const types = {
  LeadCreated: leadEvents.LeadCreated,
  LeadRestored: leadEvents.LeadRestored,
  LeadDeleted: leadEvents.LeadDeleted,
};

/** `checked`: the lead up to which the filters were applied; null before the first one. */
type Cursor = { after: string; done: number; checked: string | null };
type ListOf = { tenant: string; list: string };
type Change = { lead: string; createdAt: Date | null };

/**
 * Finds the leads that an organisation had at a moment, from all creations and deletions up to it: the event store has no
 * index by organisation. The ids and times that it reads are not encrypted, so no personal data is opened. Filters are then
 * applied to each of these leads. Progress counts these events and leads. After an interruption it continues at its last step.
 */
export const pastList = ({ storedEvents, store, pool }: Stores): AnyBatchKind =>
  batchKind<PastListTask, Cursor>({
    kind: PAST_LIST,
    task: PastListTask,
    async run({ at, filters, words }, { id: list, tenant, from, step }) {
      const moment = new Date(at);
      const head = await storedEvents.head();
      let { after, done, checked } = from?.cursor ?? { after: START, done: 0, checked: null };
      while (after < head) {
        const { events, upTo } = await storedEvents.readAll({
          // A cast: `step` below stored a position of the store.
          after: after as Position,
          limit: PAGE,
          types: Object.keys(types),
        });
        const own = events.filter(({ meta, at }) => meta.tenant === tenant && at <= moment);
        await apply(pool, { tenant, list }, own.flatMap(changeOf));
        if (upTo === after) break;
        after = upTo;
        done += events.length;
        await step({ cursor: { after, done, checked }, done, counts });
      }
      while (filters) {
        const page = await leadsAfter(pool, { tenant, list }, checked);
        checked = page.at(-1) ?? null;
        if (checked === null) break;
        const matching = await matchingThen(store, page, moment, filters);
        await removeLeads(
          pool,
          { tenant, list },
          page.filter((lead) => !matching.has(lead)),
        );
        done += page.length;
        await step({ cursor: { after, done, checked }, done, counts });
      }
      const { rows } = await pool.query<{ total: number }>(
        `insert into past_lists (id, tenant, at, total)
         select $2, $1, $3, (select count(*) from past_leads where tenant = $1 and list = $2)
         on conflict (id) do update set at = excluded.at where past_lists.tenant = excluded.tenant
         returning total`,
        [tenant, list, moment],
      );
      const total = rows[0]?.total ?? 0;
      const leads = total === 1 ? '1 lead' : `${total.toLocaleString('en-US')} leads`;
      const result: z.infer<typeof PastListResult> = {
        message: `${leads} at that moment`,
        at,
        total,
        filters: words,
      };
      return { kind: 'done', result };
    },
  });

function changeOf(recorded: RecordedEvent): Change[] {
  const lead = idOf(recorded.stream);
  const event = decodeEvent(types, recorded);
  switch (event.type) {
    case 'LeadCreated':
      return [{ lead, createdAt: createdAt({ ...event, at: recorded.at }) }];
    case 'LeadRestored':
      return event.data.deleted ? [{ lead, createdAt: new Date(event.data.deleted.createdAt) }] : [];
    case 'LeadDeleted':
      return [{ lead, createdAt: null }];
    default:
      return event satisfies never;
  }
}

/** Applies the last change of each lead; a repeat changes nothing. */
async function apply(pool: Pool, { tenant, list }: ListOf, changes: readonly Change[]) {
  const last = new Map(changes.map(({ lead, createdAt }) => [lead, createdAt]));
  const gone = [...last].flatMap(([lead, created]) => (created === null ? [lead] : []));
  const there = [...last].flatMap(([lead, created]) => (created === null ? [] : [{ lead, created }]));
  await removeLeads(pool, { tenant, list }, gone);
  if (there.length > 0)
    await pool.query(
      `insert into past_leads (tenant, list, lead, created_at)
       select $1, $2, lead, created_at from unnest($3::uuid[], $4::timestamptz[]) as given (lead, created_at)
       on conflict do nothing`,
      [tenant, list, there.map(({ lead }) => lead), there.map(({ created }) => created)],
    );
}

/** By the primary key. */
async function removeLeads(pool: Pool, { tenant, list }: ListOf, leads: readonly string[]) {
  if (leads.length > 0)
    await pool.query('delete from past_leads where tenant = $1 and list = $2 and lead = any($3)', [
      tenant,
      list,
      leads,
    ]);
}

/** The next leads of a list, by id. By the primary key. */
async function leadsAfter(pool: Pool, { tenant, list }: ListOf, after: string | null): Promise<LeadId[]> {
  const { rows } = await pool.query<{ lead: string }>(
    `select lead from past_leads where tenant = $1 and list = $2 and ($3::uuid is null or lead > $3)
      order by lead limit $4`,
    [tenant, list, after, LEADS],
  );
  return rows.map(({ lead }) => LeadId.parse(lead));
}
