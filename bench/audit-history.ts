import type { Pool } from 'pg';

const DAYS = 365;
const ACTORS = 40;
/** Events of one lead. */
const OF_LEAD = 5;

/**
 * Loads a year of lead events of the demo's first organisation into the event store and the audit history, as copies of
 * the demo's own events. The positions of all consumers are moved behind them in the same transaction, so that no other
 * read model has these leads. @returns an actor, a record and an IP address of the history
 */
export async function loadHistory(
  db: Pool,
  events: number,
): Promise<{ actor: string; stream: string; ip: string }> {
  const [generation = 1] = (
    await db.query<{ generation: number }>(
      `select generation from checkpoints where name = 'audit' and state = 'live'`,
    )
  ).rows.map((row) => row.generation);
  const [rows, texts] = [`audit_events_g${generation}`, `audit_texts_g${generation}`];
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename = any($1) and indexname not like '%_pkey'`,
    [[rows, texts]],
  );
  await db.query('begin');
  await db.query(`select pg_advisory_xact_lock(hashtextextended('event_store.append', 0))`);
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  await db.query(
    `create temp table sample on commit drop as
       select row_number() over (partition by type = 'LeadCreated' order by position) - 1 as k,
              type = 'LeadCreated' as creates, type, version, data, meta
         from event_store.events
        where stream like 'lead-%' and meta->>'tenant' =
              (select meta->>'tenant' from event_store.events where type = 'LeadCreated' order by position limit 1);
     create index on sample (creates, k);`,
  );
  await db.query(
    `create temp table added on commit drop as
       select h.head + n as position, 'lead-' || md5('lead' || n / ${OF_LEAD})::uuid as stream, n % ${OF_LEAD} as revision,
              md5('event' || n)::uuid as id,
              now() - (($1::bigint - n)::float8 / $1::bigint) * interval '${DAYS} days' as at,
              n, n % ${OF_LEAD} = 0 as creates,
              -- A few actors do most of the work.
              floor(${ACTORS} * power(random(), 2))::int as actor
         from generate_series(0, $1::bigint - 1) n, (select max(position) + 1 as head from event_store.events) h`,
    [events],
  );
  await db.query(
    `insert into event_store.events (position, stream, revision, id, type, version, at, data, meta)
     select a.position, a.stream, a.revision, a.id, s.type, s.version, a.at, s.data, s.meta
       from added a join sample s on s.creates = a.creates
        and s.k = a.n % (select count(*) from sample c where c.creates = a.creates)`,
  );
  await db.query(
    `insert into ${rows} (position, tenant, at, type, stream, revision, actor, ip, correlation)
     select lpad(a.position::text, 16, '0'), (e.meta->>'tenant')::uuid, a.at,
            case when a.n % 9973 = 1 then 'LeadDeleted' else e.type end, a.stream, a.revision,
            case when a.creates then null else md5('actor' || a.actor)::uuid end,
            '198.51.100.' || a.n % 250, case when a.creates then null else a.id end
       from added a join event_store.events e on e.position = a.position`,
  );
  await db.query(
    `insert into ${texts} (position, tenant, text)
     select e.position, e.tenant,
            case when a.n % 101 = 1 then '~phone~' when a.n % 3 = 1 then '~status~' else '~~' end
            || E'\\nactor ' || a.actor || E'\\n'
            || (array['status changed', 'called back later', 'assigned to priya nair'])[1 + a.n % 3]
            || E'\\n' || (array['processing', 'hold', 'approved'])[1 + a.n % 3]
            || E'\\nw' || lpad((a.n % 100000)::text, 5, '0') || 'x'
       from added a join ${rows} e on e.position = lpad(a.position::text, 16, '0') where not a.creates`,
  );
  await db.query(`update checkpoints set position =
    (select lpad(max(position)::text, 16, '0') from event_store.events)`);
  for (const { definition } of indexes) await db.query(definition);
  const { rows: some } = await db.query<{ actor: string; stream: string; ip: string }>(
    `select md5('actor3')::uuid as actor, stream, '198.51.100.7' as ip from added where n = $1::bigint / 2`,
    [events],
  );
  await db.query('commit');
  for (const table of [rows, texts, 'event_store.events']) await db.query(`vacuum (analyze) ${table}`);
  const [found] = some;
  if (!found) throw new Error('No event was loaded');
  return found;
}
