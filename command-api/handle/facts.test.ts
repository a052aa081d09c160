import { randomUUID } from 'node:crypto';
import { OfferId, TenantId } from '@crm/events/ids.ts';
import { offers } from '@crm/events/offers/noun.ts';
import { offerStream } from '@crm/events/streams.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { openEventStore } from '@crm/platform/event-store/open.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { factsFrom } from './facts.ts';

const database = await testDatabase();
const store = openEventStore({ kind: 'postgres', url: database.url });
afterAll(() => store.close());

const tenant = TenantId.parse(randomUUID());
const details = {
  name: 'Tea',
  category: 'other' as const,
  price: 500,
  currency: 'USD' as const,
  stockQuantity: null,
  isActive: true,
};

/** As another process would: its facts are its own. */
async function change(
  id: OfferId,
  command: Parameters<typeof offers.decider.decide>[0],
  facts = factsFrom(store),
) {
  const done = await execute(
    { store, facts },
    {
      noun: offers,
      stream: offerStream(id),
      tenant,
      command,
      actor: { kind: 'system', name: 'test' },
      origin: { ip: '127.0.0.1', userAgent: null },
      commandId: { id: randomUUID(), keyed: false, requestHash: null },
      creates: false,
    },
  );
  expect(done.kind).toBe('executed');
}
const newOffer = () => OfferId.parse(randomUUID());

test('what another process changed is told a second later at the latest', async () => {
  let now = 0;
  const facts = factsFrom(store, () => now);
  const id = newOffer();
  await change(id, { type: 'CreateOffer', details });
  expect(await facts.offer(id)).toEqual({ ...details, tenant });
  await change(id, { type: 'EditOffer', changes: { isActive: false } });
  now = 1_001;
  expect((await facts.offer(id))?.isActive).toBe(false);
});

test('what this process changed is told at once', async () => {
  const facts = factsFrom(store, () => 0);
  const id = newOffer();
  await change(id, { type: 'CreateOffer', details }, facts);
  expect((await facts.offer(id))?.name).toBe('Tea');
  await change(id, { type: 'EditOffer', changes: { name: 'Coffee' } }, facts);
  expect((await facts.offer(id))?.name).toBe('Coffee');
  await change(id, { type: 'DeleteOffer' }, facts);
  expect(await facts.offer(id)).toBeNull();
});

test('a thousand who ask at once read the stream once', async () => {
  const facts = factsFrom(store, () => 0);
  const id = newOffer();
  await change(id, { type: 'CreateOffer', details });
  const read = vi.spyOn(store, 'readStream');
  await Promise.all(Array.from({ length: 1_000 }, () => facts.offer(id)));
  expect(read).toHaveBeenCalledTimes(1);
  read.mockRestore();
});

test('what is not there, and a failure, are asked for again', async () => {
  const facts = factsFrom(store, () => 0);
  const id = newOffer();
  expect(await facts.offer(id)).toBeNull();
  await change(id, { type: 'CreateOffer', details });
  const read = vi.spyOn(store, 'readStream').mockRejectedValueOnce(new Error('away'));
  await expect(facts.offer(id)).rejects.toThrow('away');
  read.mockRestore();
  expect((await facts.offer(id))?.name).toBe('Tea');
});
