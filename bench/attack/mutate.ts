import type { Endpoint } from '@crm/contracts/endpoint.ts';
import type { Random } from '@crm/platform/random/random.ts';
import { multipart } from '../../e2e/api/samples.ts';
import type { Expected } from './accept.ts';
import {
  contentTypes,
  notFields,
  notJson,
  notUtf8,
  oddHeaders,
  oddIds,
  oddQueries,
  unknownFields,
  values,
} from './corpus.ts';
import { type Parts, partNames, queryOf, sendingOf } from './requests.ts';
import type { Sending } from './send.ts';
import { SMALL_CSV } from './things.ts';

/** A mutated request, its expectations, and how it was mutated. */
export type Spoilt = { sending: Sending; expected: Expected; how: string };

type Fields = Record<string, unknown>;

/** A valid request, or a random mutation of it: usually of single fields, sometimes of the whole request. */
export async function spoil(endpoint: Endpoint, parts: Parts, random: Random): Promise<Spoilt> {
  if (endpoint.file && random.chance(0.5)) return spoiltForm(endpoint, parts, random);
  const roll = random.below(100);
  if (roll < 15) return { sending: sendingOf(endpoint, parts), expected: { parts }, how: 'valid' };
  if (roll < 75) return spoiltFields(endpoint, parts, random);
  if (roll < 82) return spoiltBody(endpoint, parts, random);
  if (roll < 88) return spoiltPath(endpoint, parts, random);
  if (roll < 94) return spoiltQuery(endpoint, parts, random);
  const headers = random.pick(oddHeaders);
  return { sending: sendingOf(endpoint, parts, headers), expected: { parts: null }, how: 'an odd header' };
}

/** Mutates one to three fields: sets a known case, removes the field, or adds one with an unknown name. */
function spoiltFields(endpoint: Endpoint, parts: Parts, random: Random): Spoilt {
  const copy = structuredClone(parts);
  const how: string[] = [];
  let never: string | undefined;
  for (let n = 1 + random.below(3); n > 0; n -= 1) {
    const part = random.pick(
      partNames.filter((name) => name !== 'params' && (endpoint[name] || name === 'query')),
    );
    const fields = copy[part];
    if (!isFields(fields)) continue;
    const { object, name, top } = fieldIn(fields, random);
    const known = random.pick(values);
    const kind = random.below(10);
    if (kind < 7 && name !== null) {
      // A query is text: other values, unencodable and long texts are only used in bodies.
      if (
        part === 'query' &&
        (typeof known.value !== 'string' || /\p{Surrogate}/u.test(known.value) || known.value.length > 4_000)
      )
        continue;
      // A copy: later mutations may change the value, which the corpus shares among all requests.
      object[name] = structuredClone(known.value);
      if (known.never) never = top ?? name;
      how.push(`${part} ${name}: ${known.name}`);
    } else if (kind < 8 && name !== null) {
      // A list without an entry has no gap in its place: a query string cannot send one.
      if (Array.isArray(object)) object.splice(Number(name), 1);
      else delete object[name];
      how.push(`${part} without ${name}`);
    } else {
      const field = random.pick(unknownFields);
      fields[field] = 'x';
      how.push(`${part} with '${field}'`);
    }
  }
  // After several mutations, the field may hold another value by now.
  const still = never !== undefined && how.length === 1 ? never : undefined;
  return {
    sending: sendingOf(endpoint, copy),
    expected: { parts: endpoint.query || Object.keys(copy.query).length === 0 ? copy : null, never: still },
    how: how.join(', '),
  };
}

/** Chooses a field of the object or of a nested object; `top` is the outermost field that contains it. */
function fieldIn(
  fields: Fields,
  random: Random,
): { object: Fields; name: string | null; top: string | null } {
  let object = fields;
  let top: string | null = null;
  for (;;) {
    const names = Object.keys(object);
    if (names.length === 0) return { object, name: null, top };
    const name = random.pick(names);
    top ??= name;
    const inner = object[name];
    if (!isFields(inner) || random.chance(0.4)) return { object, name, top };
    object = inner;
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function spoiltBody(endpoint: Endpoint, parts: Parts, random: Random): Spoilt {
  const { json, ...bare } = sendingOf(endpoint, parts);
  const written = JSON.stringify(json ?? {});
  const type = (value: string) => ({ 'content-type': value });
  const raw = (payload: string | Buffer, headers = type('application/json')): Sending => ({
    ...bare,
    payload,
    headers,
  });
  const half = written.slice(0, random.below(written.length));
  const ways: [string, Sending][] = [
    ['no JSON', raw(random.pick(notJson))],
    ['no fields', raw(random.pick(notFields))],
    ['no UTF-8', raw(notUtf8)],
    ['cut off', raw(half)],
    ['an odd content type', raw(written, type(random.pick(contentTypes)))],
    ['a form', raw(queryOf({ ...Object(json ?? {}) }), type('application/x-www-form-urlencoded'))],
    ['a form of nothing', raw('%zz=%ff&a[]=1&__proto__=1&=', type('application/x-www-form-urlencoded'))],
    ['lists in lists', raw('['.repeat(100_000))],
  ];
  const [how, sending] = random.pick(ways);
  return { sending, expected: { parts: null }, how };
}

function spoiltPath(endpoint: Endpoint, parts: Parts, random: Random): Spoilt {
  const names = Object.keys(parts.params);
  if (names.length === 0) return spoiltQuery(endpoint, parts, random);
  const name = random.pick(names);
  const { path, ...rest } = sendingOf(endpoint, { ...parts, params: { ...parts.params, [name]: 'HERE' } });
  const id = random.pick(oddIds);
  return {
    sending: { ...rest, path: path.replace('HERE', id) },
    expected: { parts: null },
    how: `path ${name}: ${id.slice(0, 40)}`,
  };
}

function spoiltQuery(endpoint: Endpoint, parts: Parts, random: Random): Spoilt {
  const { path, ...rest } = sendingOf(endpoint, { ...parts, query: {} });
  const names = Object.keys(parts.query);
  const field = names.length > 0 ? random.pick(names) : 'page';
  const query = random.pick(oddQueries);
  const sending = { ...rest, path: `${path}?${query.replaceAll('FIELD', field)}` };
  return { sending, expected: { parts: null }, how: `query ${query.slice(0, 40)}` };
}

/** The call's form with a file; some fields contain known cases as text, also inside JSON. */
async function spoiltForm(endpoint: Endpoint, parts: Parts, random: Random): Promise<Spoilt> {
  const { json, ...bare } = sendingOf(endpoint, parts);
  const fields: Fields = { ...Object(json ?? {}) };
  const texts = values.flatMap(({ value }) =>
    typeof value === 'string' && value.length < 4_000 ? [value] : [],
  );
  const names = [...Object.keys(fields), random.pick(unknownFields)];
  if (random.chance(0.8)) fields[random.pick(names)] = random.pick(texts);
  const content = random.chance(0.5) ? SMALL_CSV : `ID,Customer\n1,${random.pick(texts)}\n`;
  const { payload, headers } = await multipart(fields, {
    name: `${random.pick(texts).slice(0, 200)}.csv`,
    content,
  });
  const cut = random.chance(0.2) ? payload.subarray(0, random.below(payload.length)) : payload;
  return {
    sending: { ...bare, payload: cut, headers },
    expected: { parts: null },
    how: 'a form with a file',
  };
}
