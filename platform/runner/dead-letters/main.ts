import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { openLog } from '../../log/log.ts';
import { joinDatabase } from '../../postgres/join.ts';
import {
  countDeadLetters,
  type ListedDeadLetter,
  listDeadLetters,
  readConsumerNames,
  requestRetry,
  retriesOpen,
} from './list.ts';

const USAGE = `Lists and retries events that a projection or a reaction could not apply, beside the running product:

  npm run dead-letters                   lists all
  npm run dead-letters -- NAME           lists those of one projection or reaction
  npm run dead-letters -- retry [NAME]   asks the running product to apply them now`;

/** Limit of listed dead letters; the counts above the list are complete. */
const LISTED = 200;
/** Time to wait for a retry. */
const WAIT_MS = 60_000;

/** `npm run dead-letters`; returns the exit code: 0, or 1 on wrong usage. */
async function main(): Promise<number> {
  const command = readArguments();
  if (!command) {
    console.error(USAGE);
    return 1;
  }
  const database = await joinDatabase(openLog('error'));
  if (!database) return 1;
  const pool = new Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {}); // the next query throws
  try {
    const names = await readConsumerNames(pool);
    if (command.name !== null && !names.includes(command.name)) {
      console.error(`There is no projection or reaction '${command.name}': it is one of ${names.join(', ')}`);
      return 1;
    }
    if (command.retry) await retry(pool, command.name);
    await list(pool, command.name);
    return 0;
  } finally {
    await pool.end();
    await database.stop();
  }
}

function readArguments(): { retry: boolean; name: string | null } | null {
  try {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} });
    const retry = positionals[0] === 'retry';
    const [name = null, ...more] = retry ? positionals.slice(1) : positionals;
    return more.length > 0 ? null : { retry, name };
  } catch {
    return null;
  }
}

async function list(pool: Pool, name: string | null): Promise<void> {
  const letters = await listDeadLetters(pool, name, LISTED);
  const counts = (await countDeadLetters(pool)).filter((each) => name === null || each.name === name);
  if (letters.length === 0) console.info('There are no dead letters.');
  for (const { name: of, failed, held } of counts)
    console.info(`${of}: ${events(failed)} failed, ${heldEvents(held)} held`);
  for (const letter of letters) for (const line of linesOf(letter)) console.info(line);
  if (letters.length === LISTED) console.info(`Only the first ${LISTED} are listed.`);
}

const events = (n: number) => `${n} ${n === 1 ? 'event' : 'events'}`;
const heldEvents = (n: number, of = '') =>
  `${n} later ${n === 1 ? 'event' : 'events'}${of} ${n === 1 ? 'is' : 'are'}`;

function linesOf(letter: ListedDeadLetter): string[] {
  const { name, state, position, type, stream, tenant, error, attempts, since, held, event_id } = letter;
  return [
    `\n${name}: ${type} at position ${position}`,
    `  stream ${stream}, event ${event_id}, tenant ${tenant ?? 'unknown'}`,
    `  error: ${error}`,
    `  since ${since.toISOString()}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}, ` +
      `${heldEvents(held, ' of its sequence')} held`,
    ...(state === 'waiting'
      ? [`  of rebuilt rows that wait to be accepted: npm run rebuild -- ${name} --accept`]
      : []),
  ];
}

/** Requests the retry and waits for it. The leaders apply the events, so that each event has its effect once. */
async function retry(pool: Pool, name: string | null): Promise<void> {
  const requested = await requestRetry(pool, name);
  for (const [of, n] of requested) console.info(`${of}: retry of ${n} requested`);
  const until = performance.now() + WAIT_MS;
  let open = [...requested.keys()];
  let idle: string[] = [];
  while (open.length > 0 && performance.now() < until) {
    idle = await withoutLeader(pool, open);
    if (idle.length === open.length) break;
    await sleep(200);
    open = (await retriesOpen(pool)).filter((each) => requested.has(each));
  }
  for (const each of open) {
    console.info(
      idle.includes(each)
        ? `${each}: the product does not run; it retries when it is started`
        : `${each}: the retry goes on`,
    );
  }
}

/** The consumers that no process leads, according to their advisory locks (platform/runner/leadership.ts). */
async function withoutLeader(pool: Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from unnest($1::text[]) name
     where not exists (
       select from pg_locks l
       where l.locktype = 'advisory' and l.granted
         and ((l.classid::bigint << 32) | l.objid::bigint) = hashtextextended('runner ' || name, 0)
         and l.database = (select oid from pg_database where datname = current_database())
     )`,
    [names],
  );
  return rows.map((row) => row.name);
}

process.exitCode = await main();
