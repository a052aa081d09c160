import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../event-store/port.ts';
import type { TenantState } from '../http/policy.ts';
import { testDatabase } from '../test/database.ts';
import { openTenantStates } from './tenant-states.ts';

const { everyTenant: pool } = await testDatabase();

test('a state that is known serves queries while the event store is away, until the tenant changes', async () => {
  let stored: TenantState | null = { phase: 'active' };
  let reads = 0;
  const states = openTenantStates(
    pool,
    (_, work) => work(pool),
    async () => {
      reads += 1;
      if (stored === null) throw new StoreUnavailable('away');
      return stored;
    },
  );
  const tenant = TenantId.parse(randomUUID());
  expect(await states.current(tenant, 0)).toEqual({ phase: 'active' });
  const known = performance.now(); // on a busy machine, much later than the start of that read
  const after = (seconds: number) => vi.spyOn(performance, 'now').mockReturnValue(known + seconds * 1_000);

  stored = null;
  after(11);
  expect(await states.current(tenant, 0)).toEqual({ phase: 'active' });
  expect(await states.current(tenant, 0)).toEqual({ phase: 'active' });
  expect(reads).toBe(2); // a server that hangs keeps one reader waiting, not each
  await expect(states.underLock(tenant, 0)).rejects.toThrow(StoreUnavailable); // nothing is appended by it
  await expect(states.current(tenant, 1)).rejects.toThrow(StoreUnavailable); // a change has begun
  await expect(states.current(TenantId.parse(randomUUID()), 0)).rejects.toThrow(StoreUnavailable);

  stored = { phase: 'suspended' };
  after(22);
  expect(await states.current(tenant, 0)).toEqual({ phase: 'suspended' });
});
