import { fuzz } from '@crm/bench/attack/fuzz.ts';
import { isolation } from '@crm/bench/attack/isolation.ts';
import { knownCases } from '@crm/bench/attack/known-cases.ts';
import { policyMatrix } from '@crm/bench/attack/matrix.ts';
import { type Count, openReport, printed } from '@crm/bench/attack/report.ts';
import { attackedSettings, portOf } from '@crm/bench/attack/target.ts';
import { openWorld } from '@crm/bench/attack/world.ts';
import { liftRowSecurity } from '@crm/platform/test/row-security.ts';
import { afterAll, expect, test } from 'vitest';
import { startProduct } from './product.ts';

/**
 * The short form of `npm run bench -- attack`, with a seed that never changes: the long form does more of the same.
 * What fails here is printed with its request, so that it can be repeated.
 */
const product = await startProduct(attackedSettings);
// The queries alone must keep tenants apart, as if a superuser had connected.
await liftRowSecurity(product.database.pool);
const world = await openWorld({
  port: portOf(product.app.server),
  routes: product.routes,
  pool: product.database.everyTenant,
  logged: product.logged,
});
afterAll(world.close);

const SEED = 20_261_122;
/** Of the product's routes, each gets about so many fuzzed requests. */
const REQUESTS_A_ROUTE = 10;

async function held(group: string, least: number, run: (count: Count) => Promise<void>) {
  const report = openReport();
  await run(report.group(group));
  const [tally] = report.tallies();
  expect(tally?.failed, printed(report.tallies())).toEqual([]);
  expect(tally?.tried).toBeGreaterThan(least);
}

const routes = world.target.routes.length;

test('every route lets in the callers that its policy names, and refuses every other kind before it reads or writes', () =>
  held('access matrix', routes * 10, (count) => policyMatrix(world, count)));

test('an id of another tenant, or of a colleague, is answered exactly as one that nobody has, at every place that takes one', () =>
  held('foreign ids', routes * 5, (count) => isolation(world, count, 2)));

test('every known bad input is refused by every route by the name of its field, or taken and readable', () =>
  held('known cases', routes * 50, (count) => knownCases(world, count, 12)));

test('whatever a route is sent, it answers in the one shape; what it refuses leaves nothing, what it takes can be read', () =>
  held('fuzzed requests', routes * REQUESTS_A_ROUTE, (count) =>
    fuzz(world, count, { seed: SEED, requests: routes * REQUESTS_A_ROUTE }),
  ));
