import { fuzz } from '@crm/bench/attack/fuzz.ts';
import { isolation } from '@crm/bench/attack/isolation.ts';
import { knownCases } from '@crm/bench/attack/known-cases.ts';
import { policyMatrix } from '@crm/bench/attack/matrix.ts';
import { type Count, openReport, printed } from '@crm/bench/attack/report.ts';
import { attackedSettings } from '@crm/bench/attack/target.ts';
import { openWorld } from '@crm/bench/attack/world.ts';
import { portOf } from '@crm/platform/net/listen.ts';
import { liftRowSecurity } from '@crm/platform/test/row-security.ts';
import { afterAll, expect, test } from 'vitest';
import { startProduct } from './product.ts';

/**
 * The short form of `npm run bench -- attack`, with a fixed seed; the long form runs more of the same. A
 * failure prints its request, so that it can be repeated.
 */
const product = await startProduct(attackedSettings);
// Row-level security is off: the queries alone must separate tenants.
await liftRowSecurity(product.database.pool);
const world = await openWorld({
  port: portOf(product.app.server),
  routes: product.routes,
  pool: product.database.everyTenant,
  logged: product.logged,
});
afterAll(world.close);

const SEED = 20_261_122;
/** The approximate number of fuzzed requests per route. The whole file must take less than 30 s of processor time. */
const REQUESTS_A_ROUTE = 2;

async function held(group: string, least: number, run: (count: Count) => Promise<void>) {
  const report = openReport();
  await run(report.group(group));
  const [tally] = report.tallies();
  expect(tally?.failed, printed(report.tallies())).toEqual([]);
  expect(tally?.tried).toBeGreaterThan(least);
}

const routes = world.target.routes.length;

test('every route admits the callers of its policy, and refuses all others before it reads or writes', () =>
  held('access matrix', routes * 10, (count) => policyMatrix(world, count)));

test('an id of another tenant or of a colleague is answered like an unknown id, at every place for ids', () =>
  held('foreign ids', routes * 5, (count) => isolation(world, count, { shapes: 2, otherKindOneIn: 5 })));

test('every route refuses each known bad input with its field name, or accepts it and can read it back', () =>
  held('known cases', routes * 4, (count) => knownCases(world, count, { oneIn: 36, shareOf: 5 })));

test('every answer has the common shape; refused requests change nothing, accepted ones can be read back', () =>
  held('fuzzed requests', routes * REQUESTS_A_ROUTE, (count) =>
    fuzz(world, count, { seed: SEED, requests: routes * REQUESTS_A_ROUTE }),
  ));
