import type { PoolClient } from 'pg';
import { KEY_BYTES } from '../../secrets/cipher.ts';
import type { AppendOutcome, ExpectedRevision } from '../port.ts';
import type { Prepared } from '../prepare.ts';
import { positionOf } from './position.ts';

type Row =
  | [outcome: 'appended' | 'repeated', revision: number, position: number, name: null, at: number | null]
  | [outcome: 'conflict', actual: number, position: null, name: null, at: number | null]
  | [outcome: 'taken', actual: number, position: null, name: string, at: number | null]
  | [outcome: 'importing', actual: number, position: null, name: null, at: number | null];

/** The outcomes in the order of a group, and the recording time of its events in ms; null if it wrote none. */
export type Committed = { outcomes: AppendOutcome[]; at: number | null };

/**
 * Appends a group in one call of `event_store.append` (migrations 002 and 060), which is one transaction. No two appends
 * of the group may touch the same stream or name. The outcomes are durable.
 */
export async function appendGroup(client: PoolClient, group: readonly Prepared[]): Promise<Committed> {
  const keys = keysOf(group);
  const { rows } = await client.query<Row>({
    rowMode: 'array',
    ...(keys
      ? { name: 'append with keys', text: APPEND_WITH_KEYS, values: [...parametersOf(group), ...keys] }
      : { name: 'append', text: APPEND_ONLY, values: parametersOf(group) }),
  });
  return { outcomes: rows.map(outcomeOf), at: rows[0]?.[4] ?? null };
}

const DONE = `done as materialized (
    select * from event_store.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      with ordinality d (outcome, revision, position, name, n)
  )`;
/** All events of a group have the same time. */
const OUTCOMES = `
  select d.outcome, d.revision, d.position, d.name, t.at
    from done d
   cross join (
     select event_store.time_of(max(position) filter (where outcome = 'appended')) as at from done
   ) t
   order by d.n`;

const APPEND_ONLY = `with ${DONE} ${OUTCOMES}`;

/**
 * Stores the keys of the appends that were written, in the same transaction. Such an append created its stream, so a key
 * that is stored already encrypts no event.
 */
const APPEND_WITH_KEYS = `
  with ${DONE}, stored as (
    insert into event_store.personal_keys (subject, tenant, key)
    select k.subject, k.tenant, substring($17::bytea from (k.n::int - 1) * ${KEY_BYTES} + 1 for ${KEY_BYTES})
      from unnest($14::int[], $15::uuid[], $16::uuid[]) with ordinality k (append, subject, tenant, n)
      join done on done.n = k.append and done.outcome = 'appended'
    on conflict (subject) do update set key = excluded.key
     where personal_keys.tenant = excluded.tenant and personal_keys.erased_at is null
  ) ${OUTCOMES}`;

/** The keys of a group as parameters, all keys as one value; null if there are none. */
function keysOf(group: readonly Prepared[]): (string | Buffer)[] | null {
  const found = group.flatMap(({ append: { key } }, at) => (key ? { ...key, append: at + 1 } : []));
  if (found.length === 0) return null;
  return [
    array(found.map(({ append }) => append)),
    array(found.map(({ subject }) => subject)),
    array(found.map(({ tenant }) => tenant)),
    Buffer.concat(found.map(({ key }) => key)),
  ];
}

/** The names that a group reserves or releases, and for each the number of its append, from 1. */
type NamesOfGroup = { appends: number[]; names: string[] };

/** Numbers and ids are sent as array literals, texts as lines of one text: few large parameters are the fastest way. */
function parametersOf(group: readonly Prepared[]): string[] {
  const streams: string[] = [];
  const expected: number[] = [];
  const counts: number[] = [];
  const appends: number[] = [];
  const ids: string[] = [];
  const types: string[] = [];
  const versions: number[] = [];
  const datas: string[] = [];
  const metas: string[] = [];
  const reserving: NamesOfGroup = { appends: [], names: [] };
  const releasing: NamesOfGroup = { appends: [], names: [] };
  for (const [at, { append, datas: data, metas: meta }] of group.entries()) {
    streams.push(append.stream);
    expected.push(expectedOf(append.expected));
    counts.push(append.events.length);
    for (const event of append.events) {
      appends.push(at + 1);
      ids.push(event.id);
      types.push(event.type);
      versions.push(event.version);
    }
    datas.push(...data);
    metas.push(...meta);
    for (const [names, list] of [
      [reserving, append.reserve],
      [releasing, append.release],
    ] as const) {
      for (const name of list ?? []) {
        names.appends.push(at + 1);
        names.names.push(name);
      }
    }
  }
  return [
    lines(streams),
    array(expected),
    array(counts),
    array(appends),
    array(ids),
    lines(types),
    array(versions),
    lines(datas),
    lines(metas),
    array(reserving.appends),
    lines(reserving.names),
    array(releasing.appends),
    lines(releasing.names),
  ];
}

const lines = (texts: readonly string[]) => texts.join('\n');
const array = (plain: readonly (string | number)[]) => `{${plain.join(',')}}`;

/** Encodes the expected revision for the SQL function: -1 is 'none', -2 is 'exists'. */
function expectedOf(expected: ExpectedRevision): number {
  if (expected === 'none') return -1;
  return expected === 'exists' ? -2 : expected;
}

function outcomeOf([outcome, revision, position, name]: Row): AppendOutcome {
  switch (outcome) {
    case 'appended':
    case 'repeated':
      return {
        kind: 'appended',
        revision,
        position: positionOf(position),
        repeated: outcome === 'repeated',
      };
    case 'conflict':
    case 'importing': // events of an import are about to be added
      return { kind: 'conflict', actual: revision < 0 ? 'none' : revision };
    case 'taken':
      return { kind: 'taken', name };
    default:
      return outcome satisfies never;
  }
}
