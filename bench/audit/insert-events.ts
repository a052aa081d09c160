import type { Pool } from 'pg';
import { ACTORS, actorOf, markers, samples, tenant } from './samples.ts';

/** Events of one lead. */
export const OF_LEAD = 5;
const DAYS = 365;
/** Leads that one bulk action changes, from the middle of the history on. */
const CHANGED_AT_ONCE = 50_000;

/** The tables of the events, of the rows of the audit history, and of their texts. */
export type Tables = { events: string; rows: string; texts: string };

type Chunk = {
  /** The position of event 0. */
  head: number;
  /** The number of all events. */
  events: number;
  /** The time of the newest event. */
  newest: Date;
  from: number;
  to: number;
  /** The id of the batch. */
  bulkAction: string;
};

/**
 * Inserts the events from..to of a year, with their rows of the audit history. A tenth of the leads belongs to nine other
 * organisations. Each lead is created by a partner, assigned, commented and decided; its last event sets a callback, or
 * edits the phone (1 % of all events), or deletes the lead (1 of 10,000).
 */
export async function insertEvents(
  db: Pool,
  { events: eventTable, rows, texts }: Tables,
  { head, events, newest, from, to, bulkAction }: Chunk,
): Promise<void> {
  await db.query(
    `with sample as materialized (
       select * from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[])
         s (kind, type, version, data, meta, text)
     ), actor as materialized (
       select n - 1 as n, id, name from unnest($7::uuid[], $8::text[]) with ordinality a (id, name, n)
     ), planned as materialized (
       select n, lead, revision, $9::bigint + n as position,
              'lead-' || md5('lead ' || lead)::uuid as stream, md5('event ' || n)::uuid as id,
              $22::timestamptz - (($10::bigint - n)::float8 / $10::bigint) * interval '${DAYS} days' as at,
              case when lead % 10 = 9 then md5('tenant ' || lead / 10 % 9)::uuid else $11::uuid end as tenant,
              '198.51.100.' || lead % 250 as ip, 'w' || lpad((lead % 100000)::text, 5, '0') || 'x' as word,
              -- A few actors do most of the work; the last two left after half of the year.
              floor((case when n < $10::bigint / 2 then ${ACTORS} else ${ACTORS} - 2 end) * power(random(), 2))::int as actor,
              revision = 3 and lead >= m.lead_from and lead < m.lead_from + ${CHANGED_AT_ONCE} as in_bulk,
              case when n = m.lead_from * ${OF_LEAD} - 1 then 'batch' when revision = 0 then 'created'
                   when revision = 1 then 'assigned' when revision = 2 then 'commented'
                   when revision = 3 and lead >= m.lead_from and lead < m.lead_from + ${CHANGED_AT_ONCE} then 'hold'
                   when revision = 3 then (array['approved', 'hold', 'cancelled'])[1 + lead % 3]
                   when lead % 2000 = 7 then 'deleted' when lead % 20 = 1 then 'edited' else 'callback' end as kind
         from (select n, n / ${OF_LEAD} as lead, (n % ${OF_LEAD})::int as revision
                 from generate_series($12::bigint, $13::bigint - 1) n) numbered,
              (select $10::bigint / 2 / ${OF_LEAD} as lead_from) m
     ), made as materialized (
       select p.position, p.id, p.at, p.tenant, p.ip, s.type, s.version,
              case when s.kind = 'batch' then 'batch-' || $14::uuid else p.stream end as stream,
              case when s.kind = 'batch' then 0 else p.revision end as revision,
              case when s.kind <> 'created' then a.id end as actor,
              case when p.in_bulk then $14::uuid else p.id end as correlation,
              replace(s.data, $15, p.word) as data,
              replace(replace(replace(replace(replace(replace(s.meta,
                $16, p.tenant::text), $17, a.id::text), $18, a.name), $19, p.ip),
                $20, (case when p.in_bulk then $14::uuid else p.id end)::text),
                '"' || $21 || '"', case when p.in_bulk then '"' || $14::uuid || '"' else 'null' end) as meta,
              replace(replace(s.text, $15, p.word), lower($18), lower(a.name)) as text,
              case when s.kind <> 'batch' then substring(p.stream from 6)::uuid end as lead
         from planned p join sample s using (kind) join actor a on a.n = p.actor
     ), events as (
       insert into ${eventTable} (position, stream, revision, id, type, version, at, data, meta)
       select position, stream, revision, id, type, version, at, data::json, meta::json from made order by position
     ), rows as (
       insert into ${rows} (position, tenant, at, type, stream, revision, actor, ip, correlation)
       select lpad(position::text, 16, '0'), tenant, at, type, stream, revision, actor, ip,
              case when actor is not null then correlation end
         from made order by position
     )
     insert into ${texts} (position, tenant, at, week, lead, text)
     select lpad(position::text, 16, '0'), tenant, at, floor(extract(epoch from at) / (7 * 86400))::int, lead, text
       from made where text is not null order by position`,
    [
      samples.map(({ kind }) => kind),
      samples.map(({ type }) => type),
      samples.map(({ version }) => version),
      samples.map(({ data }) => data),
      samples.map(({ meta }) => meta),
      samples.map(({ text }) => text),
      Array.from({ length: ACTORS }, (_, n) => actorOf(n).id),
      Array.from({ length: ACTORS }, (_, n) => actorOf(n).name),
      head,
      events,
      tenant,
      from,
      to,
      bulkAction,
      markers.word,
      markers.tenant,
      markers.actorId,
      markers.actorName,
      markers.ip,
      markers.correlation,
      markers.cause,
      newest,
    ],
  );
}
