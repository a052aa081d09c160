import type { PoolClient } from 'pg';
import type { AppendOutcome, ExpectedRevision } from '../port.ts';
import type { Prepared } from '../prepare.ts';
import { positionOf } from './position.ts';

type Row =
  | [outcome: 'appended' | 'repeated', revision: number, position: number, name: null]
  | [outcome: 'conflict', actual: number, position: null, name: null]
  | [outcome: 'taken', actual: number, position: null, name: string];

/**
 * Appends a group in one call of `event_store.append` (migration 002), which is one transaction. No two appends of the
 * group may touch the same stream or name. @returns the outcomes in the order of the group; they are durable
 */
export async function appendGroup(client: PoolClient, group: readonly Prepared[]): Promise<AppendOutcome[]> {
  const { rows } = await client.query<Row>({
    name: 'append',
    rowMode: 'array',
    text: 'select * from event_store.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
    values: parametersOf(group),
  });
  return rows.map(outcomeOf);
}

/** Numbers and ids are sent as array literals, texts as lines of one text: few large parameters are the fastest way. */
function parametersOf(group: readonly Prepared[]): string[] {
  const streams: string[] = [];
  const expected: number[] = [];
  const counts: number[] = [];
  const events = {
    appends: [] as number[],
    ids: [] as string[],
    types: [] as string[],
    versions: [] as number[],
  };
  const datas: string[] = [];
  const metas: string[] = [];
  const reserving = { appends: [] as number[], names: [] as string[] };
  const releasing = { appends: [] as number[], names: [] as string[] };
  for (const [at, { append, datas: data, metas: meta }] of group.entries()) {
    streams.push(append.stream);
    expected.push(expectedOf(append.expected));
    counts.push(append.events.length);
    for (const event of append.events) {
      events.appends.push(at + 1);
      events.ids.push(event.id);
      events.types.push(event.type);
      events.versions.push(event.version);
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
    array(events.appends),
    array(events.ids),
    lines(events.types),
    array(events.versions),
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
      return { kind: 'conflict', actual: revision < 0 ? 'none' : revision };
    case 'taken':
      return { kind: 'taken', name };
    default:
      return outcome satisfies never;
  }
}
