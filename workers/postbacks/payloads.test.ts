import { randomUUID } from 'node:crypto';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { OfferId, TenantId } from '@crm/events/ids.ts';
import {
  leadAssigned,
  leadCreated,
  leadDeleted,
  details as leadDetails,
  leadErased,
  priya,
} from '@crm/events/leads/story.ts';
import { offerCreated, offerDeleted, offerEdited } from '@crm/events/offers/story.ts';
import { leadStream, offerStream } from '@crm/events/streams.ts';
import { bySystem, metaOf, newCommandId } from '@crm/platform/commands/envelope.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, test } from 'vitest';
import { openPayloads } from './payloads.ts';

const store = testStore((await testDatabase()).url);

const tenant = TenantId.parse(randomUUID());
const offer = OfferId.parse(randomUUID());
const meta = metaOf({
  tenant,
  ...bySystem('test'),
  command: newCommandId(),
});
/** Appends an event. A busy machine may need several attempts; the id makes a repeated one known. */
async function append(
  stream: string,
  revision: number,
  event: { type: string; version?: number; data: unknown },
) {
  const events = [{ id: randomUUID(), version: 1, ...event, meta }];
  const expected = revision === 0 ? 'none' : revision - 1;
  await expect.poll(() => store.append({ stream, expected, events })).toMatchObject({ kind: 'appended' });
}

/** Creates a lead with the offer. @returns its recorded event */
async function newLead(orderId: string): Promise<RecordedEvent> {
  const stream = leadStream(leadIdOf(tenant, orderId));
  const created = leadCreated();
  const details = { ...leadDetails, product: { ...leadDetails.product, offerId: offer } };
  await append(stream, 0, { type: created.type, version: 2, data: { ...created.data, orderId, details } });
  const [recorded] = await store.readStream(stream);
  if (!recorded) throw new Error('It was just appended');
  return recorded;
}

test('uses the name that the offer had at the time of the event, and folds an offer once for many payloads', async () => {
  const stream = offerStream(offer);
  await append(stream, 0, offerCreated());
  const first = await newLead('A-1');
  await append(stream, 1, offerEdited({ name: 'Knee balm' }));
  const second = await newLead('A-2');
  await append(stream, 2, offerDeleted());
  const third = await newLead('A-3');

  let folded = 0;
  const counting = {
    ...store,
    readStream: async (...args: Parameters<typeof store.readStream>) =>
      (await store.readStream(...args)).map((event) => ({
        ...event,
        get data() {
          if (event.stream === stream) folded += 1;
          return event.data;
        },
      })),
  };
  const payloads = openPayloads(counting);
  await payloads.of(third); // so that the offer is read up to here
  const names: unknown[] = [];
  for (const lead of [first, second, third, first, second, third])
    names.push((await payloads.of(lead))?.payload.offerName);
  expect(names).toEqual(['Knee oil', 'Knee balm', null, 'Knee oil', 'Knee balm', null]);
  expect(folded).toBe(3);
});

/** A store that counts the reads of leads. */
function countingStore() {
  let reads = 0;
  const counting = {
    ...store,
    readStream: (...args: Parameters<typeof store.readStream>) => {
      if (args[0].startsWith('lead-')) reads += 1;
      return store.readStream(...args);
    },
  };
  return { counting, reads: () => reads };
}

test('a lead whose events were missed is forgotten: one of them may be its erasure', async () => {
  const { counting, reads } = countingStore();
  const payloads = openPayloads(counting);
  const { stream } = await newLead('A-4');
  for (const [n, event] of [leadAssigned(priya), leadErased(), leadDeleted()].entries())
    await append(stream, n + 1, event);
  const [, assigned = expect.unreachable(), , deleted = expect.unreachable()] =
    await store.readStream(stream);
  await payloads.of(assigned);
  await payloads.of(assigned);
  expect(reads()).toBe(1);
  payloads.pass(deleted);
  await payloads.of(assigned);
  expect(reads()).toBe(2);
});

test('a lead that is not used for a while is forgotten: it may be erased while no postback listens', async () => {
  const { counting, reads } = countingStore();
  const payloads = openPayloads(counting);
  const { stream } = await newLead('A-5');
  await append(stream, 1, leadAssigned(priya));
  const [, assigned = expect.unreachable()] = await store.readStream(stream);
  await payloads.of(assigned);
  payloads.forgetUnused();
  await payloads.of(assigned);
  expect(reads()).toBe(1);
  payloads.forgetUnused();
  payloads.forgetUnused();
  await payloads.of(assigned);
  expect(reads()).toBe(2);
});
