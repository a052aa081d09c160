import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { type EventOf, event } from '@crm/events/language/define.ts';
import type { EventStore, NewEvent } from '@crm/platform/event-store/port.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import type { RunOptions } from '@crm/platform/runner/consumer.ts';
import { z } from 'zod';
import { type AnyProjection, projection, table } from '../projection.ts';
import { rollup } from '../rollup.ts';

type Pool = RunOptions['pool'];

/** Sample events for the tests of the runner: boxes that are filled, noted on, given away and burnt. */
const boxEvents = {
  BoxMade: event(z.object({ label: z.string() })),
  BoxFilled: event(z.object({ amount: z.number() })),
  BoxNoted: event(z.object({ noteId: z.guid(), text: z.string().nullable() })),
  BoxGiven: event(z.object({ to: z.string().nullable() })),
  BoxBurnt: event(z.object({})),
};
export type BoxEvent = EventOf<typeof boxEvents>;

export type BoxRow = {
  id: string;
  tenant: string;
  label: string;
  owner: string | null;
  amount: number;
  fillings: number;
  tags: string[];
  extra: { lastText: string | null };
  changed_at: Date;
};
type NoteRow = { id: string; tenant: string; box: string; text: string };

const boxOf = (stream: string) => stream.slice('box-'.length);

/** Poison: a filling with this amount makes the fold throw; this label exceeds an index page of Postgres. */
export const POISON_AMOUNT = -666;
export const POISON_LABEL = Array.from({ length: 200 }, randomUUID).join('');

const boxes = table<BoxRow, BoxEvent>({
  name: 'boxes',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    label: 'text not null',
    owner: 'text',
    amount: 'bigint not null',
    fillings: 'integer not null',
    tags: 'text[] not null',
    extra: 'jsonb not null',
    changed_at: 'timestamptz not null',
  },
  key: ['id'],
  indexes: { boxes_label: '(tenant, label)', boxes_search: 'using gin (label gin_trgm_ops)' },
  rows: 'per-stream',
  keyOf: (event) => ({ id: boxOf(event.stream) }),
  fold: (row, event) => {
    if (event.type === 'BoxMade') {
      return {
        id: boxOf(event.stream),
        tenant: event.meta.tenant,
        label: event.data.label,
        owner: null,
        amount: 0,
        fillings: 0,
        tags: ['new', 'a "quoted" \\ tag', ''],
        extra: { lastText: null },
        changed_at: event.at,
      };
    }
    if (!row) return null;
    switch (event.type) {
      case 'BoxFilled':
        if (event.data.amount === POISON_AMOUNT) throw new Error('this amount cannot be');
        return {
          ...row,
          amount: row.amount + event.data.amount,
          fillings: row.fillings + 1,
          changed_at: event.at,
        };
      case 'BoxNoted':
        return { ...row, extra: { lastText: event.data.text }, changed_at: event.at };
      case 'BoxGiven':
        return { ...row, owner: event.data.to, changed_at: event.at };
      case 'BoxBurnt':
        return null;
      default:
        return event satisfies never;
    }
  },
  derived: [
    rollup({
      name: 'box_counts',
      dimensions: { owner: 'text' },
      measures: ['n'],
      of: ({ owner }: BoxRow) => [{ owner, n: 1 }],
    }),
  ],
  hints: (before, after) => {
    const row = after ?? before;
    return row ? [{ room: `tenant ${row.tenant}`, topic: 'boxes', id: row.id }] : [];
  },
});

const notes = table<NoteRow, BoxEvent>({
  name: 'box_notes',
  columns: { id: 'uuid not null', tenant: 'uuid not null', box: 'uuid not null', text: 'text not null' },
  key: ['id'],
  indexes: { box_notes_box: '(box)' },
  keyOf: (event) => (event.type === 'BoxNoted' ? { id: event.data.noteId } : null),
  fold: (_, event) =>
    event.type === 'BoxNoted' && event.data.text !== null
      ? {
          id: event.data.noteId,
          tenant: event.meta.tenant,
          box: boxOf(event.stream),
          text: event.data.text,
        }
      : null,
  clear: {
    index: 'box_notes_box',
    of: (event) => (event.type === 'BoxBurnt' ? { box: boxOf(event.stream) } : null),
  },
});

const declared = projection({ name: 'work', version: 1, events: boxEvents, tables: [boxes, notes] });
/** Under a name that no projection of the product has. */
export const boxProjection: AnyProjection = { ...declared, name: 'boxes' };

/** The same projection with another version. */
export const boxProjectionAt = (version: number): AnyProjection => ({ ...boxProjection, version });

export const tenants = [
  TenantId.parse('11111111-1111-4111-8111-111111111111'),
  TenantId.parse('22222222-2222-4222-8222-222222222222'),
] as const;

/** An event as input of an append. */
export function boxEvent(event: BoxEvent, tenant: TenantId = tenants[0]): NewEvent {
  const commandId = randomUUID();
  return {
    id: randomUUID(),
    version: 1,
    ...event,
    meta: {
      tenant,
      actor: { kind: 'system', name: 'test' },
      ip: null,
      userAgent: null,
      commandId,
      correlationId: commandId,
      causationId: null,
      requestHash: null,
    },
  };
}

/** Appends events to a box's stream, after its `at` existing events; returns the position of the last. */
export async function put(store: EventStore, box: string, at: number, ...events: NewEvent[]) {
  const expected = at === 0 ? 'none' : at - 1;
  const outcome = await store.append({ stream: `box-${box}`, expected, events });
  if (outcome.kind !== 'appended') throw new Error(`not appended: ${JSON.stringify(outcome)}`);
  return outcome.position;
}

/** Reads rows of every tenant, through the views that queries use. */
async function all<R extends object>(pool: Pool, text: string, values: unknown[] = []): Promise<R[]> {
  return asTenant(pool, '*', async (db) => (await db.query<R>(text, values)).rows);
}

export const boxRows = (pool: Pool) => all<BoxRow>(pool, 'select * from boxes order by id');
export const boxRow = async (pool: Pool, box: string) =>
  (await all<BoxRow>(pool, 'select * from boxes where id = $1', [box]))[0];
export const noteRows = (pool: Pool, box: string) =>
  all<{ id: string; text: string }>(pool, 'select id, text from box_notes where box = $1 order by text', [
    box,
  ]);
/** The counts of the rollup, and the same counts by a scan. */
export async function boxCounts(pool: Pool, tenant: TenantId) {
  const read = (text: string) => all<{ owner: string | null; n: number }>(pool, text, [tenant]);
  return {
    kept: await read('select owner, n from box_counts where tenant = $1 order by owner'),
    counted: await read(
      'select owner, count(*) as n from boxes where tenant = $1 group by owner order by owner',
    ),
  };
}
