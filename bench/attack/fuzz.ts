import type { Route } from '@crm/platform/http/route.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { admittedBy, wrongFor } from './accept.ts';
import { type Answered, checkAftermath } from './aftermath.ts';
import type { Caller } from './callers.ts';
import { spoil } from './mutate.ts';
import type { Count } from './report.ts';
import { validParts } from './requests.ts';
import { shown } from './send.ts';
import { type IdKind, idKindOf, UNKNOWN_ID } from './things.ts';
import type { World } from './world.ts';

/** Concurrent requests. */
const AT_ONCE = 8;
/** These calls end the session or the account that the fuzzer needs. */
const ending = ['/auth/logout', '/auth/change-password'];

/**
 * Sends `requests` requests to all routes in turn, valid ones and mutated ones. Request n of a seed is always
 * the same, except for ids that the product created. Refused requests must leave no trace; accepted data must
 * be readable.
 */
export async function fuzz(
  world: World,
  count: Count,
  { seed, requests }: { seed: number; requests: number },
): Promise<void> {
  const routes = world.target.routes.filter(({ endpoint }) => !ending.includes(endpoint.path));
  const answered: Answered[] = [];
  const one = async (n: number) => {
    const route = routes[n % routes.length];
    if (!route) return;
    const random = randomFrom(seed * 1_000_003 + n);
    const { endpoint } = route;
    const caller = chosen(route, world, random.below(10));
    const parts = validParts(
      endpoint,
      random,
      () => (at) => idFor(world, endpoint.path, at, random.below(100)),
      random.pick([0, 0.3, 0.6, 1]),
    );
    if (!parts) return;
    const { sending, expected, how } = await spoil(endpoint, parts, random);
    const complete = { ...sending, headers: { ...caller.headers, ...sending.headers } };
    const what = `${endpoint.method} ${endpoint.path}, ${how} (request ${n} of seed ${seed})`;
    const answer = await world.send(complete);
    const isAdmitted = caller === admittedBy(route.policy, world);
    const why = wrongFor(endpoint, isAdmitted ? expected : { parts: null }, answer);
    if (why) count.failed({ what, why, how: shown(complete), answer: `${answer.status} ${answer.text}` });
    else count.held();
    answered.push({ what, how: shown(complete), answer });
  };
  let next = 0;
  const worker = async () => {
    while (next < requests) await one(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await checkAftermath(world, count, answered);
}

/** Usually a caller that the route admits, sometimes another one. */
function chosen({ policy }: Route, world: World, roll: number): Caller {
  const { callers } = world;
  if (roll === 0) return callers.operator;
  if (roll === 1) return callers['rival admin'];
  return admittedBy(policy, world);
}

/** Usually an id of the field's kind; sometimes an id of another kind, of the other tenant, or an unknown one. */
function idFor({ things, rivalThings }: World, path: string, at: readonly string[], roll: number): string {
  const idKind: IdKind = idKindOf(path, at.findLast((name) => !/^\d+$/.test(name)) ?? '');
  if (roll >= 95) return UNKNOWN_ID;
  const from = roll >= 90 ? rivalThings : things;
  const ids = from[roll >= 85 && roll < 90 ? 'lead' : idKind];
  return ids[roll % Math.max(1, ids.length)] ?? UNKNOWN_ID;
}
