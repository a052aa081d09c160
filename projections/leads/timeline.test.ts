import { randomUUID } from 'node:crypto';
import { getLead } from '@crm/contracts/leads/read.ts';
import { LeadId, OfferId } from '@crm/events/ids.ts';
import { leadCreated, leadEdited } from '@crm/events/leads/story.ts';
import { offerCreated, offerDeleted, offerEdited } from '@crm/events/offers/story.ts';
import { leadStream, offerStream } from '@crm/events/streams.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

test('the timeline names an offer that was deleted', async () => {
  const tenant = newTenant();
  const offerId = OfferId.parse(randomUUID());
  const id = LeadId.parse(randomUUID());
  const offered = [offerCreated(), offerEdited({ name: 'Balm' }), offerDeleted()];
  await world.say(offerStream(offerId), tenant, offered);
  await world.say(leadStream(id), tenant, [leadCreated(), leadEdited({ product: { offerId } })]);
  const { timeline } = (await world.ask(getLead, callerOf('admin', tenant), { params: { id } })).data;
  expect(timeline[0]?.metadata.changes).toMatchObject([{ field: 'offer', to: 'Balm' }]);
});
