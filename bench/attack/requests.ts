import type { Endpoint } from '@crm/contracts/endpoint.ts';
import type { Policy, SessionPolicy } from '@crm/platform/http/policy.ts';
import type { Route } from '@crm/platform/http/route.ts';
import type { Random } from '@crm/platform/random/random.ts';
import { z } from 'zod';
import type { Sending } from './send.ts';
import { type IdFor, validInput } from './valid.ts';

/** The three parts of a request before encoding. */
export type Parts = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown };
export const partNames = ['params', 'query', 'body'] as const;
export type PartName = (typeof partNames)[number];

/** One method and path with its routes: partners and signed-in callers may have separate ones. */
export type Call = { name: string; method: Endpoint['method']; path: string; routes: readonly Route[] };

/** The calls of the product, grouped as the product mounts them (platform/http/mount-routes.ts). */
export function callsOf(routes: readonly Route[]): Call[] {
  const calls = new Map<string, Call>();
  for (const route of routes) {
    const { method, path } = route.endpoint;
    const name = `${method} ${path}`;
    calls.set(name, { name, method, path, routes: [...(calls.get(name)?.routes ?? []), route] });
  }
  return [...calls.values()];
}

/** The route of a call that answers requests with a token, or without one. */
export function routeFor({ routes }: Call, hasToken: boolean): Route {
  const found = routes.find(({ policy }) => (policy.credential === 'apiKey') === !hasToken) ?? routes[0];
  if (!found) throw new Error('A call has a route');
  return found;
}

export const isPublic = (policy: Policy): policy is Exclude<Policy, SessionPolicy> =>
  policy.credential !== 'session';

export const admitsOperators = ({ policy }: Route) =>
  !isPublic(policy) && policy.roles.some((role) => role === 'operator');

const Fields = z.record(z.string(), z.unknown());

/** Generates a random valid request with the given share of optional fields; null when none is found. */
export function validParts(
  endpoint: Endpoint,
  random: Random,
  idFor: (part: PartName) => IdFor,
  share = 0.5,
): Parts | null {
  const read = (part: PartName) => {
    const schema = endpoint[part];
    return schema ? validInput(schema, random, idFor(part), share) : { value: {} };
  };
  const [params, query, body] = [read('params'), read('query'), read('body')];
  if (!params || !query || !body) return null;
  return { params: Fields.parse(params.value), query: Fields.parse(query.value), body: body.value };
}

/** Encodes a request: the body as JSON if the call takes one. */
export function sendingOf(
  endpoint: Endpoint,
  { params, query, body }: Parts,
  headers: Record<string, string> = {},
): Sending {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const queryString = queryOf(query);
  return {
    method: endpoint.method,
    path: queryString ? `${path}?${queryString}` : path,
    headers,
    ...(endpoint.body && { json: body }),
  };
}

/** A query that avoids long work: an export without leads is refused before a file is written. */
export const lightQuery = ({ sends, query }: Endpoint): Record<string, unknown> =>
  sends === 'file' && query ? { orderIds: 'of-no-lead' } : {};

/** Encodes a query as browsers do; a list becomes repeated parameters. */
export function queryOf(query: Record<string, unknown>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== null) written.append(name, String(each));
  return written.toString();
}
