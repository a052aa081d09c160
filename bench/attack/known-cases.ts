import type { Route } from '@crm/platform/http/route.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { z } from 'zod';
import { admittedBy, type Expected, wrongFor } from './accept.ts';
import { type Answered, checkAftermath } from './aftermath.ts';
import {
  contentTypes,
  notFields,
  notJson,
  notUtf8,
  oddHeaders,
  oddIds,
  oddJsonTypes,
  oddQueries,
  unknownFields,
  values,
} from './corpus.ts';
import type { Count } from './report.ts';
import { lightQuery, type Parts, queryOf, sendingOf, validParts } from './requests.ts';
import { type Sending, shown } from './send.ts';
import { idKindOf, UNKNOWN_ID, unknownIdAt } from './things.ts';
import { turns } from './turns.ts';
import type { World } from './world.ts';

type Case = { name: string; sending: Sending; expected: Expected };

/** Concurrent requests. */
const AT_ONCE = 16;

/**
 * Tries the known cases on every route with a place for them. There are many values that a field may accept:
 * each field gets one in `oneIn` of them, the next field others. The short form tries one in `shareOf` of all
 * cases on each route, the next route others; the long form tries all (`shareOf` 1).
 */
export async function knownCases(
  world: World,
  count: Count,
  { oneIn, shareOf }: { oneIn: number; shareOf: number },
): Promise<void> {
  const turn = turns(oneIn);
  const share = turns(shareOf);
  const answered: Answered[] = [];
  for (const route of world.target.routes) {
    const { endpoint, policy } = route;
    const what = `${endpoint.method} ${endpoint.path}`;
    const cases = casesOf(route, world, turn)?.filter(share);
    if (!cases) {
      count.failed({ what, why: 'no valid request is found by valid.ts', how: '', answer: '' });
      continue;
    }
    const { headers } = admittedBy(policy, world);
    for (let n = 0; n < cases.length; n += AT_ONCE)
      await Promise.all(
        cases.slice(n, n + AT_ONCE).map(async ({ name, sending, expected }) => {
          const complete = { ...sending, headers: { ...headers, ...sending.headers } };
          const answer = await world.send(complete);
          const why = wrongFor(endpoint, expected, answer);
          const tried = { what: `${what}: ${name}`, how: shown(complete) };
          if (why === null) count.held();
          else count.failed({ ...tried, why, answer: `${answer.status} ${answer.text}` });
          answered.push({ ...tried, answer });
        }),
      );
  }
  await checkAftermath(world, count, answered);
}

/**
 * All cases of a route, derived from one valid request; null when none is found. Excludes sign-out, which
 * would end the session.
 */
function casesOf({ endpoint, policy }: Route, { things }: World, turn: () => boolean): Case[] | null {
  if (endpoint.path === '/auth/logout') return [];
  const random = randomFrom(20_261_122);
  const idFor = () => (at: readonly string[]) => {
    const idKind = idKindOf(endpoint.path, at.at(-1) ?? '');
    // An unknown file starts no process that reads it; the fuzzer tests files (mutate.ts).
    return idKind === 'file' ? UNKNOWN_ID : (things[idKind][0] ?? UNKNOWN_ID);
  };
  // A body with most of its fields; the rest of the request is as short as possible.
  const full = validParts(endpoint, random, idFor, 1);
  const bare = validParts(endpoint, random, idFor, 0);
  if (!full || !bare) return null;
  // Unknown ids: a request accepted by mistake changes nothing that the next case needs.
  const right: Parts = {
    params: unknownIds(endpoint.path, bare.params),
    query: { ...bare.query, ...lightQuery(endpoint) },
    body: full.body,
  };
  return [
    ...bodyCases({ endpoint, policy }, right, turn),
    ...queryCases(endpoint, right, turn),
    ...pathCases(endpoint, right),
    ...oddHeaders.filter(turn).map((headers) => ({
      name: `header ${JSON.stringify(headers).slice(0, 60)}`,
      sending: sendingOf(endpoint, right, headers),
      expected: { parts: null },
    })),
  ];
}

const unknownIds = (path: string, params: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(params).map((name) => [name, unknownIdAt(path, name)]));

function bodyCases(
  { endpoint, policy }: Pick<Route, 'endpoint' | 'policy'>,
  right: Parts,
  turn: () => boolean,
): Case[] {
  if (!endpoint.body) return [];
  const body = z.record(z.string(), z.unknown()).parse(right.body);
  const json = { 'content-type': 'application/json' };
  const { json: _, ...bare } = sendingOf(endpoint, right);
  const written = JSON.stringify(body);
  const raw = (name: string, payload: string | Buffer, expected: Expected, headers = json): Case => ({
    name,
    sending: { ...bare, payload, headers },
    expected,
  });
  const start = written === '{}' ? '{' : `${written.slice(0, -1)},`;
  const fields = Object.keys(body);
  return [
    ...notJson.map((payload) => raw(`not JSON: ${payload}`, payload, { parts: null, code: 'bad-json' })),
    ...notFields.map((payload) =>
      raw(`no fields: ${payload}`, payload, {
        parts: { ...right, body: JSON.parse(payload) },
        code: 'bad-input',
      }),
    ),
    raw('bytes that are no UTF-8', notUtf8, { parts: null }),
    raw('a prototype', `${start}"__proto__":{"role":"super_admin"}}`, {
      parts: null,
      never: '__proto__',
      code: 'bad-input',
    }),
    raw('more than 1 MiB', `${start}"filler":"${'x'.repeat(1024 * 1024)}"}`, {
      parts: null,
      code: 'too-large',
    }),
    ...fields.map((field) =>
      raw(`${field} twice`, `${start}${JSON.stringify(field)}:{"a":1}}`, {
        parts: { ...right, body: { ...body, [field]: { a: 1 } } },
      }),
    ),
    ...fields.map((field) =>
      raw(`${field} beyond any number`, `${start}${JSON.stringify(field)}:1e999}`, { parts: null }),
    ),
    // A signed body has any content type (platform/http/mount-routes.ts).
    ...(policy.credential === 'signature' ? [] : contentTypes).map((type) =>
      raw(
        `content type ${type}`,
        written,
        { parts: null, code: 'unsupported-media-type' },
        { 'content-type': type },
      ),
    ),
    ...oddJsonTypes.map((type) =>
      raw(`content type ${type}`, written, { parts: null }, { 'content-type': type }),
    ),
    ...unknownFields.map((field) =>
      withBody(endpoint, right, `unknown field '${field}'`, { ...body, [field]: 'x' }, {}),
    ),
    ...fields.flatMap((field) =>
      values
        .filter(({ never }) => never || turn())
        .map(({ name, value, never }) =>
          withBody(
            endpoint,
            right,
            `${field}: ${name}`,
            { ...body, [field]: value },
            never ? { never: field } : {},
          ),
        ),
    ),
    ...fields.map((field) =>
      withBody(
        endpoint,
        right,
        `without ${field}`,
        Object.fromEntries(Object.entries(body).filter(([name]) => name !== field)),
        {},
      ),
    ),
  ];
}

function withBody(
  endpoint: Route['endpoint'],
  right: Parts,
  name: string,
  body: unknown,
  more: Partial<Expected>,
): Case {
  const parts = { ...right, body };
  return { name, sending: sendingOf(endpoint, parts), expected: { parts, ...more } };
}

function queryCases(endpoint: Route['endpoint'], right: Parts, turn: () => boolean): Case[] {
  const full = endpoint.query ? Object.keys(shapeOf(endpoint)) : [];
  const { path, ...rest } = sendingOf(endpoint, { ...right, query: {} });
  const [first = 'field'] = full;
  const light = queryOf(lightQuery(endpoint)).replace(/$/, '&');
  const odd = oddQueries.filter(turn).map((query) => ({
    name: `query ${query.slice(0, 60)}`,
    sending: { ...rest, path: `${path}?${light}${query.replaceAll('FIELD', first)}` },
    expected: { parts: null },
  }));
  const fields = full.flatMap((field) =>
    values.flatMap(({ name, value, never }): Case[] => {
      if (typeof value !== 'string' || value.length > 10_000 || /\p{Surrogate}/u.test(value)) return [];
      if (!never && !turn()) return [];
      const query = { ...lightQuery(endpoint), ...right.query, [field]: value };
      const expected = { parts: { ...right, query }, ...(never && { never: field }) };
      return [
        { name: `query ${field}: ${name}`, sending: sendingOf(endpoint, { ...right, query }), expected },
      ];
    }),
  );
  return [...odd, ...fields];
}

/** The fields of a query's schema. */
function shapeOf({ query }: Route['endpoint']): object {
  return query && 'shape' in query && typeof query.shape === 'object' && query.shape ? query.shape : {};
}

function pathCases(endpoint: Route['endpoint'], right: Parts): Case[] {
  return Object.keys(right.params).flatMap((name) =>
    oddIds.map((id) => {
      const { path, ...rest } = sendingOf(endpoint, {
        ...right,
        params: { ...right.params, [name]: 'HERE' },
      });
      const expected = isReadable(id) ? { code: 'bad-input', never: name } : { code: 'no-such-call' };
      const sending = { ...rest, path: path.replace('HERE', id) };
      return { name: `path ${name} ${id.slice(0, 60)}`, sending, expected: { parts: null, ...expected } };
    }),
  );
}

/**
 * Whether the path reaches the call: undecodable text, or more than 200 characters, is no path of the
 * product.
 */
function isReadable(id: string): boolean {
  try {
    return decodeURIComponent(id).length <= 200;
  } catch {
    return false;
  }
}
