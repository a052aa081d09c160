import { randomUUID } from 'node:crypto';
import { OfferId, TenantId } from '@crm/events/ids.ts';
import { offers } from '@crm/events/offers/aggregate.ts';
import { offerStream } from '@crm/events/streams.ts';
import { type Broadcast, type BroadcastListener, noBroadcast } from '@crm/platform/broadcast/broadcast.ts';
import { newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, test, vi } from 'vitest';
import { openLookups } from './lookups.ts';

const database = await testDatabase();
const store = testStore(database.url);

const tenant = TenantId.parse(randomUUID());
const details = {
  name: 'Tea',
  category: 'other' as const,
  price: 500,
  currency: 'USD' as const,
  stockQuantity: null,
  isActive: true,
};

/** Changes an offer like another process would: with its own lookup cache. */
async function change(
  id: OfferId,
  command: Parameters<typeof offers.decider.decide>[0],
  lookups = openLookups(store),
) {
  const done = await execute(
    { store, forgetLookup: lookups.forget },
    {
      aggregate: offers,
      stream: offerStream(id),
      tenant,
      command,
      actor: { kind: 'system', name: 'test' },
      origin: { ip: '127.0.0.1', userAgent: null },
      commandId: newCommandId(),
      creates: false,
    },
  );
  expect(done.kind).toBe('executed');
}
const newOffer = () => OfferId.parse(randomUUID());

test('returns what another process changed after a second at the latest', async () => {
  let now = 0;
  const lookups = openLookups(store, noBroadcast, () => now);
  const id = newOffer();
  await change(id, { type: 'CreateOffer', details });
  expect(await lookups.offer(id)).toEqual({ ...details, tenant });
  await change(id, { type: 'EditOffer', changes: { isActive: false } });
  now = 1_001;
  expect((await lookups.offer(id))?.isActive).toBe(false);
});

test('returns what this process changed at once', async () => {
  const lookups = openLookups(store, noBroadcast, () => 0);
  const id = newOffer();
  await change(id, { type: 'CreateOffer', details }, lookups);
  expect((await lookups.offer(id))?.name).toBe('Tea');
  await change(id, { type: 'EditOffer', changes: { name: 'Coffee' } }, lookups);
  expect((await lookups.offer(id))?.name).toBe('Coffee');
  await change(id, { type: 'DeleteOffer' }, lookups);
  expect(await lookups.offer(id)).toBeNull();
});

test('reads a stream again when another process has changed it, and all streams when messages were missed', async () => {
  const listeners: BroadcastListener[] = [];
  const here: Broadcast = { ...noBroadcast, listen: (_, listener) => void listeners.push(listener) };
  const sent: string[] = [];
  const lookups = openLookups(store, here, () => 0);
  const others = openLookups(store, { ...noBroadcast, send: (_, stream) => void sent.push(stream) }, () => 0);
  const rename = (name: string) => change(id, { type: 'EditOffer', changes: { name } }, others);
  const name = async () => (await lookups.offer(id))?.name;

  const id = newOffer();
  await change(id, { type: 'CreateOffer', details }, others);
  expect(await name()).toBe('Tea');
  await rename('Coffee');
  expect(sent).toEqual([offerStream(id), offerStream(id)]);
  expect(await name()).toBe('Tea');
  listeners[0]?.received(offerStream(id));
  expect(await name()).toBe('Coffee');
  await rename('Milk');
  listeners[0]?.missed();
  expect(await name()).toBe('Milk');
});

test('reads the stream once for a thousand concurrent lookups', async () => {
  const lookups = openLookups(store, noBroadcast, () => 0);
  const id = newOffer();
  await change(id, { type: 'CreateOffer', details });
  const read = vi.spyOn(store, 'readStream');
  await Promise.all(Array.from({ length: 1_000 }, () => lookups.offer(id)));
  expect(read).toHaveBeenCalledTimes(1);
});

test('caches neither a missing stream nor a failure', async () => {
  const lookups = openLookups(store, noBroadcast, () => 0);
  const id = newOffer();
  expect(await lookups.offer(id)).toBeNull();
  await change(id, { type: 'CreateOffer', details });
  vi.spyOn(store, 'readStream').mockRejectedValueOnce(new Error('away'));
  await expect(lookups.offer(id)).rejects.toThrow('away');
  expect((await lookups.offer(id))?.name).toBe('Tea');
});
