import type { Pool } from 'pg';
import { HISTORY_STREAM, openHistory, readHistory } from '../history.ts';
import { type Position, type RecordedEvent, START } from '../port.ts';
import { follows, openLastRead } from './checkpoints.ts';
import { type Digest, differing, digest } from './digest.ts';
import type { Source, Target } from './ends.ts';

const BATCH = 2_000;
const PAGE = 1_000;

export type Copied = {
  /** Number of events that this run copied, without those of earlier runs. */
  events: number;
  source: Digest;
  target: Digest;
  /** Streams that differ between the two stores; empty on success. */
  differing: string[];
};

/** The copy cannot start or continue; the message is one line with the reason. */
export class CannotCopy extends Error {
  override name = 'CannotCopy';
}

export type CopyReport = {
  copied: (events: number, after: Position, head: Position) => void;
  reserved: (names: number) => void;
  compared: (which: 'source' | 'target', events: number) => void;
};

/**
 * Copies all events and reservations into an empty store, or resumes an interrupted run after the target's last event.
 * Then it compares the two stores, and records how far reactions have read. Only an equal target gets a history id, without
 * which the product does not open it. Nothing may write to the source during the copy. With `replace`, an existing Postgres
 * store in the target is emptied first. Throws CannotCopy, StoreUnavailable.
 */
export async function copy(
  source: Source,
  target: Target,
  { replace }: { replace: boolean },
  report: CopyReport,
): Promise<Copied> {
  const history = await readHistory(source.store);
  const lastRead = await openLastRead(await databaseOf(source, target, history.id));
  if ((await readHistory(target.store)).id !== undefined) {
    // An interrupted copy has no history id yet: it is resumed and not replaced.
    if (!replace) throw new CannotCopy('The target is a store of its own already: copy into an empty one');
    if (!target.empty) throw new CannotCopy('An EventStoreDB cannot be emptied: copy into a fresh one');
    await target.empty();
  }

  const head = await source.store.head();
  let after = await resumeAfter(source, target);
  let events = 0;
  for (;;) {
    const batch = await source.store.readAll({ after, limit: BATCH });
    if (batch.upTo === after) break;
    const own = batch.events.filter(({ stream }) => stream !== HISTORY_STREAM);
    if (own.length > 0) await target.add(own);
    after = batch.upTo;
    events += own.length;
    report.copied(events, after, head);
  }
  await copyNames(source, target, report);

  const digests = {
    source: await digest(source.store, (count, newest) => {
      lastRead.read(newest);
      report.compared('source', count);
    }),
    target: await digest(target.store, (count) => report.compared('target', count)),
  };
  const different = differing(digests.source, digests.target);
  const same = different.length === 0 && digests.source.all.hash === digests.target.all.hash;
  if (same) {
    await lastRead.record();
    await openHistory(target.store, history.used);
  }
  return { events, ...digests, differing: different };
}

/**
 * The product's database, which is one of the two ends. Everything but the events stays in it: sessions, passwords, secrets,
 * jobs, files, and the checkpoints, which are positions in the source.
 */
async function databaseOf(source: Source, target: Source, history: string | undefined): Promise<Pool> {
  const database = source.database ?? target.database;
  if (source.database && target.database)
    throw new CannotCopy(
      'Both ends are Postgres, and only events would be copied: move the whole database with npm run backup and npm run restore (docs/backup.md)',
    );
  if (!database)
    throw new CannotCopy('Both ends are EventStoreDB: use its own backup and restore, which keep positions');
  if (!(await follows(database, history)))
    throw new CannotCopy(
      'The database is not the one of the product that uses the source: name that one, which has its passwords, secrets and jobs',
    );
  return database;
}

/** @returns the source's position of the last event in the target */
async function resumeAfter(source: Source, target: Target): Promise<Position> {
  const last = await target.last();
  if (!last) return START;
  const [same] = await source.store.readStream(last.stream, { from: last.revision, limit: 1 });
  if (!same || same.id !== last.id) throw new CannotCopy(strange(last));
  return same.position;
}

const strange = ({ type, stream, revision }: RecordedEvent) =>
  `The target holds what the source does not (${type}, event ${revision} of ${stream}): copy into an empty store`;

async function copyNames(source: Source, target: Target, report: CopyReport): Promise<void> {
  let names = 0;
  for await (const reservations of pagesOf(source.reservations())) {
    await target.reserve(reservations);
    names += reservations.length;
    report.reserved(names);
  }
}

async function* pagesOf<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let page: Item[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}
