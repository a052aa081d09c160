import { demoTenantId } from '@crm/command-api/demo/perform.ts';
import type { Endpoint } from '@crm/contracts/endpoint.ts';
import type { Policy } from '@crm/platform/http/policy.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import type { CallerKind } from './callers.ts';
import { codeOf } from './check-answer.ts';
import type { Count } from './report.ts';
import {
  admitsOperators,
  type Call,
  callsOf,
  lightQuery,
  type PartName,
  type Parts,
  routeFor,
  sendingOf,
  validParts,
} from './requests.ts';
import { type Answer, type Sending, shown } from './send.ts';
import { type IdKind, idKindOf, idKinds, type Things, unknownIdAt } from './things.ts';
import { turns } from './turns.ts';
import { eventsByTag, type World } from './world.ts';

/** The place of an id in a request: the part, and the path inside it. */
type Place = { part: PartName; at: readonly string[] };
type Attempt = {
  kind: CallerKind;
  own: Things;
  others: Things;
  /** The kinds of ids that are tried. */
  of: readonly IdKind[];
};

type Extent = {
  /** The number of requests with different optional fields per place of an id. */
  shapes: number;
  /**
   * One caller tries ids of other kinds in paths, in case a route looks up another one: one in so many of them, the next
   * place others.
   */
  otherKindOneIn: number;
};

/** Entities that one operator does not share with the tenant; offers are shared. */
const ownedIdKinds = idKinds.filter((idKind) => idKind !== 'offer');
type Request = { parts: Parts; place: Place };

/**
 * Checks that an id of another tenant, at every place of every request, is answered exactly like an unknown
 * id, and that nothing is written. The same holds for an operator and entities of other operators.
 */
export async function isolation(
  world: World,
  count: Count,
  { shapes, otherKindOneIn }: Extent,
): Promise<void> {
  const { things, rivalThings } = world;
  const attempts: Attempt[] = [
    { kind: 'rival admin', own: rivalThings, others: things, of: idKinds },
    { kind: 'rival operator', own: rivalThings, others: things, of: idKinds },
    { kind: 'super admin', own: rivalThings, others: things, of: idKinds },
    { kind: 'operator', own: things, others: { ...things, lead: things.lead.slice(1) }, of: ownedIdKinds },
  ];
  const foreign = new Map<string, { what: string; how: string; answer: Answer }>();
  const before = await passwordsOf(world);
  await lists(world, count);
  const lookedUp = new Set<string>();
  const turn = turns(otherKindOneIn);
  for (const call of callsOf(world.target.routes))
    for (const attempt of attempts)
      for (const request of requestsWithIds(routeFor(call, true).endpoint, attempt.own, shapes))
        for (const tried of await asUnknown(world, call, attempt, request, { count, lookedUp, turn }))
          if (attempt.kind !== 'operator') foreign.set(tried.answer.tag, tried);
  const events = await eventsByTag(world.target, demoTenantId('Demo Sales'));
  for (const [tag, { what, how, answer }] of foreign)
    if (events.has(tag))
      count.failed({ what, why: 'left an event of the other tenant', how, answer: answer.text });
  for (const { name, path } of callsOf(world.target.routes))
    if (path.includes(':') && !lookedUp.has(name))
      count.failed({
        what: name,
        why: 'never answers an unknown id with "not found"',
        how: '',
        answer: '',
      });
  // Password changes leave no events.
  if ((await passwordsOf(world)) !== before)
    count.failed({ what: 'passwords', why: 'were changed from the other tenant', how: '', answer: '' });
  await ownIds(world, count);
}

/** Checks that no list shows the other tenant data of this one. */
async function lists({ target, send, callers, things }: World, count: Count): Promise<void> {
  for (const { endpoint, policy } of target.routes) {
    if (endpoint.method !== 'GET' || endpoint.path.includes(':')) continue;
    for (const kind of ['rival admin', 'rival operator', 'super admin'] as const) {
      if (kind === 'super admin' && reachesAll(policy)) continue;
      const parts = { params: {}, query: lightQuery(endpoint), body: {} };
      const sending = sendingOf(endpoint, parts, callers[kind].headers);
      const answer = await send(sending);
      const why = leak(answer, parts, '', things);
      if (why)
        count.failed({ what: `${endpoint.path} by ${kind}`, why, how: shown(sending), answer: answer.text });
      else count.held();
    }
  }
}

/**
 * The counter-check: an admin's own id is found at every path that takes one. Otherwise the first check would
 * also pass for a call that finds nothing at all.
 */
async function ownIds({ target, send, callers, things }: World, count: Count): Promise<void> {
  const owners: [CallerKind, Things][] = [
    ['admin', things],
    ['operator', { ...things, user: [callers.operator.id] }],
  ];
  const calls = callsOf(target.routes).filter(({ path }) => path.includes(':'));
  // First an operator's calls on their own entities, then calls that take these away; deletions last, inner ones first.
  const turn = ({ method, path, routes }: Call) => {
    if (method === 'DELETE') return 1000 - path.length;
    return routes.some(admitsOperators) ? 0 : 1;
  };
  for (const call of [...calls].sort((a, b) => turn(a) - turn(b))) {
    const { endpoint } = routeFor(call, true);
    const refusedFor: string[] = [];
    for (const [kind, own] of owners) {
      const idFor = () => (at: readonly string[]) =>
        own[idKindOf(endpoint.path, nameOf(at))][0] ?? unknownIdAt(endpoint.path, nameOf(at));
      const parts = validParts(endpoint, randomFrom(20_261_122), idFor, 0);
      if (!parts) continue;
      const answer = await send(sendingOf(endpoint, parts, callers[kind].headers));
      // A batch other than an export has no file.
      if (answer.status !== 404 || codeOf(answer) === 'file-gone') break;
      refusedFor.push(`${kind}: ${answer.text}`);
    }
    if (refusedFor.length < owners.length) count.held();
    else
      count.failed({
        what: call.name,
        why: 'does not find the own id',
        how: '',
        answer: refusedFor.join('\n'),
      });
  }
}

async function passwordsOf({ target, things }: World): Promise<string> {
  const { rows } = await target.pool.query<{ user_id: string; changed_at: Date }>(
    'select user_id, changed_at from passwords where user_id = any($1) order by user_id',
    [things.user],
  );
  return JSON.stringify(rows);
}

/** Calls that reach every tenant, for super admins. */
const reachesAll = (policy: Policy) => policy.credential === 'session' && policy.scope === 'all';

/** Sends a request with an unknown id and with foreign ids; all answers must be equal. */
async function asUnknown(
  world: World,
  call: Call,
  attempt: Attempt,
  { parts, place }: Request,
  { count, lookedUp, turn }: { count: Count; lookedUp: Set<string>; turn: () => boolean },
) {
  const { endpoint, policy } = routeFor(call, true);
  const { headers } = world.callers[attempt.kind];
  const noId = unknownIdAt(endpoint.path, nameOf(place.at));
  const send = async (sending: Sending) => {
    // A wrong current password counts as a failed sign-in of the caller, whose limit would change the later answers.
    if ('currentPassword' in Object(parts.body)) await world.target.pool.query('delete from login_failures');
    return world.send(sending);
  };
  const unknown = await send(sendingOf(endpoint, withId(parts, place, noId), headers));
  if (place.part === 'params' && isNotFound(unknown)) lookedUp.add(call.name);
  const tried: { what: string; how: string; answer: Answer }[] = [];
  if (attempt.kind === 'super admin' && reachesAll(policy)) return tried;
  for (const idKind of idKindsAt(endpoint, attempt, place, turn)) {
    const [id = noId] = attempt.others[idKind];
    const sending = sendingOf(endpoint, withId(parts, place, id), headers);
    const answer = await send(sending);
    const what = `${call.name} by ${attempt.kind}, with a ${idKind} of others in ${place.part} ${place.at.join('.')}`;
    const how = shown(sending);
    const why = difference(unknown, answer) ?? leak(answer, parts, id, attempt.others);
    const answers = `${answer.status} ${answer.text}, and for an unknown id ${unknown.status} ${unknown.text}`;
    if (why) count.failed({ what, why, how, answer: answers });
    else count.held();
    tried.push({ what, how, answer });
  }
  return tried;
}

/** The kind of id that a field has. For one caller, also other kinds in a path, in case a route looks up another one. */
function idKindsAt(
  endpoint: Endpoint,
  { kind, of }: Attempt,
  { part, at }: Place,
  turn: () => boolean,
): readonly IdKind[] {
  const idKind = idKindOf(endpoint.path, nameOf(at));
  // The id of an audit entry has another form: other paths refuse it as no id at all, and its paths other ids.
  if (part === 'params' && kind === 'rival admin')
    return idKinds.filter(
      (each) => (each === 'entry') === (idKind === 'entry') && (each === idKind || turn()),
    );
  return of.includes(idKind) ? [idKind] : [];
}

/** Requests of a call that contain an id: `shapes` per place. */
function requestsWithIds(endpoint: Endpoint, own: Things, shapes: number): Request[] {
  const random = randomFrom(20_261_122);
  const found = new Map<string, Request[]>();
  // The first has all optional fields, so that each place of an id occurs; the second has hardly any.
  for (const share of [1, 0, 0.3, 0.1, 0.5, 0.2]) {
    const places: Place[] = [];
    const parts = validParts(
      endpoint,
      random,
      (part) => (at) => {
        places.push({ part, at });
        return own[idKindOf(endpoint.path, nameOf(at))][0] ?? unknownIdAt(endpoint.path, nameOf(at));
      },
      share,
    );
    if (!parts) continue;
    for (const place of places) {
      const key = `${place.part} ${place.at.join('.')}`;
      const requests = found.get(key) ?? [];
      if (requests.length < shapes && holds(parts, place)) found.set(key, [...requests, { parts, place }]);
    }
  }
  return [...found.values()]
    .flat()
    .flatMap(({ parts, place }) => withRevisions(endpoint, parts).map((each) => ({ parts: each, place })));
}

/**
 * If a call takes the revision that its caller has seen: also the first few revisions, one of which is
 * current.
 */
function withRevisions({ body: schema }: Endpoint, parts: Parts): Parts[] {
  const named = [0, 1, 2, 3].map((revision) => ({ ...parts, body: { ...Object(parts.body), revision } }));
  return [parts, ...named.filter(({ body }) => schema?.safeParse(body).success)];
}

const nameOf = (at: readonly string[]) => at.findLast((name) => !/^\d+$/.test(name)) ?? '';

/** Whether the request still contains an id there; regenerated parts may not. */
function holds(parts: Parts, { part, at }: Place): boolean {
  let value: unknown = parts[part];
  for (const name of at) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = Reflect.get(value, name);
  }
  return typeof value === 'string';
}

/** The same request with another id at one place; a list then contains only this id. */
function withId(parts: Parts, { part, at }: Place, id: string): Parts {
  const copy = structuredClone(parts);
  const inList = /^\d+$/.test(at.at(-1) ?? '');
  const path = inList ? at.slice(0, -1) : at;
  let value: unknown = copy[part];
  for (const name of path.slice(0, -1)) value = Reflect.get(Object(value), name);
  Reflect.set(Object(value), path.at(-1) ?? '', inList ? [id] : id);
  return part === 'body' ? withNewName(copy) : copy;
}

let names = 0;

/** A name that no request has had: names are unique, so a second creation with one name would be refused for that. */
function withNewName(parts: Parts): Parts {
  const { name, ...body } = Object(parts.body);
  names += 1;
  return typeof name === 'string' ? { ...parts, body: { ...body, name: `Named ${names}` } } : parts;
}

const anyId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const anyInstant = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const anyMade = /"(?:orderId|secret)":"[^"]*"|Named \d+/g;
/** An answer without the parts that differ between two equal calls. */
const plain = ({ status, text }: Answer) =>
  `${status} ${text.replace(anyId, 'ID').replace(anyInstant, 'AT').replace(anyMade, 'MADE')}`;

/** An unknown id in a path is answered as not found, after the access check and validation. */
const isNotFound = (answer: Answer) => /-not-found$/.test(codeOf(answer) ?? '');

function difference(unknown: Answer, foreign: Answer): string | null {
  // Of two equal exports, a busy machine may make only one in the time that its caller waits, or have begun only one.
  const statuses = [unknown.status, foreign.status];
  const isOneUnfinished =
    statuses.includes(202) && statuses.every((status) => status === 200 || status === 202);
  return isOneUnfinished || plain(unknown) === plain(foreign) ? null : 'is not answered like an unknown id';
}

/** Whether an answer contains an id of the others, other than the sent one. */
function leak({ text }: Answer, parts: Parts, sent: string, others: Things): string | null {
  for (const idKind of idKinds)
    for (const id of others[idKind])
      if (id !== sent && text.includes(id) && !JSON.stringify(parts).includes(id))
        return `tells the ${idKind} ${id} of others`;
  return null;
}
