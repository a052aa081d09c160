import { demoTenantId } from '@crm/command-api/demo/perform.ts';
import type { Caller } from './callers.ts';
import { codeOf, wrongAnswer } from './check-answer.ts';
import type { Count } from './report.ts';
import { callsOf, lightQuery, queryOf, routeFor } from './requests.ts';
import type { Answer } from './send.ts';
import { errorsIn } from './target.ts';
import { eventsByTag, type World } from './world.ts';

export type Answered = { what: string; how: string; answer: Answer };

/**
 * Checks the state after an attack: refused requests left no event, every text in the event history is well
 * formed, every list and every written stream can be read and matches its contract, and the product logged no
 * error.
 */
export async function checkAftermath(
  world: World,
  count: Count,
  answered: readonly Answered[],
): Promise<void> {
  const events = await eventsByTag(world.target);
  for (const { what, how, answer } of answered)
    if (answer.status >= 400 && !isKept(answer) && events.has(answer.tag))
      count.failed({
        what,
        why: 'was refused and left an event',
        how,
        answer: `${answer.status} ${answer.text}`,
      });
  await historyIsWellFormed(world, count);
  await everythingReads(world, count, answered);
  for (const line of errorsIn(world.target.logged()).slice(0, 20))
    count.failed({ what: 'the log', why: 'holds an error', how: '', answer: line });
}

/** Refusals that intentionally append events: guesses of passwords and of mailed links are recorded. */
const keptRefusals = new Set([
  ...['bad-credentials', 'too-many-logins', 'wrong-password'],
  ...['password-link-wrong', 'password-link-used', 'password-link-expired'],
]);

/** Work that started and produced nothing is answered with 422; its batch is in the event history, too. */
const isKept = (answer: Answer) => answer.status === 422 || keptRefusals.has(codeOf(answer) ?? '');

async function historyIsWellFormed({ target: { pool } }: World, count: Count): Promise<void> {
  const { rows } = await pool.query<{ position: string; type: string; data: unknown; meta: unknown }>(
    `select position::text, type, data, meta from event_store.events where data::text ~* '\\\\u(?:0000|d[89a-f])' or meta::text ~* '\\\\u(?:0000|d[89a-f])'`,
  );
  for (const { position, type, data, meta } of rows)
    if (!isWellFormed(data) || !isWellFormed(meta))
      count.failed({
        what: `event ${position}, ${type}`,
        why: 'holds a text that no read model can keep',
        how: '',
        answer: JSON.stringify(data),
      });
  count.held();
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isWellFormed(key) && isWellFormed(inner));
}

/** Checks that all written entities can be read, at the position of the last command. */
async function everythingReads(world: World, count: Count, answered: readonly Answered[]): Promise<void> {
  const newest = await newestPosition(world, count, answered);
  const { admin, 'rival admin': rivalAdmin, 'super admin': superAdmin } = world.callers;
  for (const { path, ofTenants } of listPaths(world))
    for (const caller of ofTenants ? [admin, rivalAdmin] : [superAdmin])
      await reads(world, count, caller, path, newest);
  for (const { path, tenant } of await writtenTo(world, answered))
    await reads(world, count, tenant === demoTenantId('Demo Sales') ? admin : rivalAdmin, path, newest);
}

/** The newest position in any answer; the store must have reached each of them. */
async function newestPosition(
  { target }: World,
  count: Count,
  answered: readonly Answered[],
): Promise<string> {
  const { rows } = await target.pool.query<{ head: number }>(
    'select coalesce(max(position), 0)::int as head from event_store.events',
  );
  const head = rows[0]?.head ?? 0;
  let newest = '';
  for (const { what, how, answer } of answered) {
    const position = answer.headers['x-position']?.toString();
    if (position === undefined) continue;
    if (!(Number(position) <= head))
      count.failed({ what, why: 'answers a position that history has not reached', how, answer: position });
    else if (position > newest) newest = position;
  }
  return newest;
}

/** All lists without an id in their path, with the largest page size; those of every tenant are for super admins. */
function listPaths({ target }: World): { path: string; ofTenants: boolean }[] {
  return callsOf(target.routes).flatMap((call) => {
    const { endpoint, policy } = routeFor(call, true);
    if (endpoint.method !== 'GET' || endpoint.path.includes(':')) return [];
    const query = { ...lightQuery(endpoint), ...(endpoint.paged && { limit: 500 }) };
    // A call that needs more, such as the ids to look up, lists nothing by itself.
    if (endpoint.query && !endpoint.query.safeParse(query).success) return [];
    const ofTenants = !(policy.credential === 'session' && policy.scope === 'all');
    return [{ path: `${endpoint.path}?${queryOf(query)}`, ofTenants }];
  });
}

/** The calls that read the streams to which the requests wrote: `lead-ID` is read by GET /leads/ID. */
async function writtenTo({ target }: World, answered: readonly Answered[]) {
  const { rows } = await target.pool.query<{ stream: string; tenant: string }>(
    `select distinct stream, meta->>'tenant' as tenant from event_store.events where meta->>'userAgent' = any($1)`,
    [answered.map(({ answer }) => answer.tag)],
  );
  const readable = new Set(target.routes.map(({ endpoint: { method, path } }) => `${method} ${path}`));
  return rows.flatMap(({ stream, tenant }) => {
    const [, idKind = '', id = ''] = /^(\w+)-(.+)$/.exec(stream) ?? [];
    const plural = idKind === 'batch' ? 'batches' : `${idKind}s`;
    return readable.has(`GET /${plural}/:id`) ? [{ path: `/${plural}/${id}`, tenant }] : [];
  });
}

/** Checks that a read matches its contract and is not stale; deleted entities are not found. */
async function reads(
  { send, target }: World,
  count: Count,
  { headers }: Caller,
  path: string,
  newest: string,
): Promise<void> {
  const [bare = ''] = path.split('?');
  const answer = await send({ method: 'GET', path, headers: { ...headers, 'x-min-position': newest } });
  const route = target.routes.find(
    ({ endpoint }) => endpoint.method === 'GET' && matches(endpoint.path, bare),
  );
  const wrong = route && wrongAnswer(route.endpoint, answer);
  const stale = answer.headers['x-stale'] ? 'is not as new as the last command' : null;
  const gone =
    answer.status === 200 || answer.status === 404 || answer.status === 422 ? null : 'cannot be read';
  const why = wrong ?? stale ?? gone;
  if (why) count.failed({ what: `GET ${path}`, why, how: '', answer: `${answer.status} ${answer.text}` });
  else count.held();
}

const matches = (pattern: string, path: string) =>
  pattern === path ||
  (!path.includes(':') && new RegExp(`^${pattern.replaceAll(/:\w+/g, '[0-9a-f-]{36}')}$`).test(path));
