import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { afterAll, expect, test } from 'vitest';
import { tokenHash } from '../http/authenticate.ts';
import { openLog } from '../log/log.ts';
import { testDatabase } from '../test/database.ts';
import { testPools } from '../test/test-pools.ts';
import { openCallersOf } from './callers-of.ts';
import { deferred } from './deferred.ts';

const database = await testDatabase();
const pools = testPools(database.url, openLog('silent'));
afterAll(() => pools.end());

const newTenant = () => TenantId.parse(randomUUID());

async function signedIn(tenant: TenantId): Promise<string> {
  const [id, token] = [randomUUID(), randomUUID()];
  await pools.auth.query(
    `insert into user_directory (id, tenant, email_lower, full_name, role, is_active, can_see_all_leads, changed_at)
     values ($1, $2, $1::uuid::text, 'An admin', 'admin', true, true, now())`,
    [id, tenant],
  );
  await pools.auth.query(
    "insert into sessions (token_hash, user_id, tenant, expires_at) values ($1, $2, $3, now() + interval '1 hour')",
    [tokenHash(token), id, tenant],
  );
  return token;
}

test('a tenant whose state cannot be read delays and rejects only its own callers', async () => {
  const [healthy, newer, hanging] = [newTenant(), newTenant(), newTenant()];
  const tokens = await Promise.all([healthy, newer, hanging, hanging].map(signedIn));
  const answer = deferred<void>();
  const reads: TenantId[] = [];
  const callersOf = openCallersOf(pools.auth, {
    async current(tenant) {
      reads.push(tenant);
      if (tenant === newer) throw new Error('Its stream has events of a newer program');
      if (tenant === hanging) await answer.promise;
      return { phase: 'active' };
    },
  });
  // As often as sockets are checked while the tenant hangs.
  for (let call = 0; call < 5; call += 1) {
    const callers = await callersOf([...tokens, 'unknown']);
    expect([...callers.keys()].sort()).toEqual([...tokens].sort());
    const [first = '', second = ''] = tokens;
    expect(await callers.get(first)).toMatchObject({
      caller: { tenant: healthy },
      tenant: { phase: 'active' },
    });
    await expect(callers.get(second)).rejects.toThrow('newer program');
  }
  expect(reads.filter((tenant) => tenant === hanging)).toHaveLength(1);
  answer.resolve();
});
