import { parseArgs } from 'node:util';
import { readConfig } from '../../config/config.ts';
import { openLog } from '../../log/log.ts';
import { joinEmbedded } from '../../postgres/embedded.ts';
import { migrateExisting } from '../../postgres/migrate.ts';
import { DatabaseUnusable } from '../../postgres/unusable.ts';
import { UrlWrong } from '../eventstoredb/address.ts';
import { copyingEventStoreDb } from '../eventstoredb/copying.ts';
import { probe } from '../eventstoredb/probe.ts';
import type { Position } from '../port.ts';
import { StoreUnavailable } from '../port.ts';
import { copyingPostgres } from '../postgres/copying.ts';
import { CannotCopy, type Copied, type CopyReport, copy } from './copy.ts';
import { kindsOf } from './digest.ts';
import type { Target } from './ends.ts';

const USAGE = `Copies a history from the product's Postgres into an empty EventStoreDB, or back:

  npm run copy-events -- --from URL --to URL

URL: esdb://… (EventStoreDB), postgresql://… (a database), or embedded (the one under DATA_DIR).
The product must not run meanwhile. A run that was cut off goes on where it was.
--replace: takes the events away that a Postgres target holds, if it was a store before.`;

/** `npm run copy-events`. @returns the exit code: 0 if both stores are equal at the end */
async function main(): Promise<number> {
  const { from, to, replace = false } = readArguments();
  if (from === undefined || to === undefined || from === to) {
    console.error(USAGE);
    return 1;
  }
  const ends: Target[] = [];
  try {
    const source = await open(from, ends);
    const target = await open(to, ends);
    const started = performance.now();
    const copied = await copy(source, target, { replace }, reportTo());
    return report(copied, (performance.now() - started) / 1000);
  } catch (error) {
    if (error instanceof CannotCopy || error instanceof UrlWrong || error instanceof DatabaseUnusable)
      console.error(error.message);
    else if (error instanceof StoreUnavailable)
      console.error(`Cut off (${error.message}). Run it again: it goes on where it was.`);
    else throw error;
    return 1;
  } finally {
    await Promise.all(ends.map((end) => end.close()));
    for (const stop of stops) await stop();
  }
}

function readArguments(): {
  from?: string | undefined;
  to?: string | undefined;
  replace?: boolean | undefined;
} {
  try {
    const options = {
      from: { type: 'string' },
      to: { type: 'string' },
      replace: { type: 'boolean' },
    } as const;
    return parseArgs({ options }).values;
  } catch {
    return {};
  }
}

/** Stop functions of embedded databases that were started or joined for this run. */
const stops: (() => Promise<void>)[] = [];

async function open(url: string, ends: Target[]): Promise<Target> {
  const end = /^(esdb|kurrentdb)/.test(url) ? await openEventStoreDb(url) : await openPostgres(url);
  ends.push(end);
  return end;
}

async function openEventStoreDb(url: string): Promise<Target> {
  const state = await probe(url);
  if (state.kind !== 'ok') throw new CannotCopy(state.reason.replace('EVENTSTORE_URL: ', ''));
  return copyingEventStoreDb(url);
}

async function openPostgres(url: string): Promise<Target> {
  let at = url;
  if (url === 'embedded') {
    const read = readConfig(undefined, 'beside');
    if (read.kind === 'wrong') throw new CannotCopy(read.lines.join('; '));
    const embedded = await joinEmbedded({ dataDir: read.config.dataDir, log: openLog('error') });
    stops.push(embedded.stop);
    at = embedded.url;
  } else if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new CannotCopy(`A URL begins with esdb:// or postgresql://, or is the word embedded`);
  }
  try {
    await migrateExisting(at);
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new CannotCopy(
      `The database cannot be opened (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  return copyingPostgres(at);
}

const count = (n: number) => n.toLocaleString('en');

/** Prints at most one progress line per second. */
function reportTo(): CopyReport {
  const started = performance.now();
  let printedAt = started;
  const print = (line: () => string, last = false) => {
    if (!last && performance.now() - printedAt < 1_000) return;
    printedAt = performance.now();
    console.info(line());
  };
  return {
    copied: (events, after, head) =>
      print(() => {
        const rate = (events / (performance.now() - started)) * 1000;
        return `Copied ${count(events)} events, ${share(after, head)} % of the way, ${count(Math.round(rate))}/s`;
      }),
    reserved: (names) => print(() => `Reserved ${count(names)} names`, true),
    compared: (which, events) => print(() => `Compared ${count(events)} events of the ${which}`),
  };
}

/** Percentage of the copy. In both kinds of store, a position starts with a number that grows with the log. */
function share(after: Position, head: Position): number {
  const number = (position: Position) => Number(position.split('/', 1)[0]);
  return Math.min(100, Math.floor((number(after) / number(head)) * 100));
}

function report({ events, source, target, differing }: Copied, seconds: number): number {
  const theirs = kindsOf(target);
  console.info('\nkind: streams, events, hash in the source and in the target');
  for (const [kind, ours] of kindsOf(source)) {
    const other = theirs.get(kind);
    const verdict = other?.hash === ours.hash ? 'equal' : 'DIFFERENT';
    console.info(
      `  ${kind}: ${count(ours.streams)}, ${count(ours.events)}, ${ours.hash} ${other?.hash ?? '-'} ${verdict}`,
    );
  }
  const same = source.all.hash === target.all.hash && differing.length === 0;
  console.info(`in all, in order: ${count(source.all.events)} events, ${source.all.hash}`);
  console.info(`          target: ${count(target.all.events)} events, ${target.all.hash}`);
  for (const stream of differing.slice(0, 20)) console.error(`DIFFERENT: ${stream}`);
  console.info(
    same
      ? `The same in both. ${count(events)} events were copied by this run, in ${seconds.toFixed(1)} s.`
      : `NOT the same: ${count(differing.length)} streams differ. Empty the target and copy again.`,
  );
  return same ? 0 : 1;
}

process.exitCode = await main();
