import { startWire } from '@crm/platform/event-store/wire/wire.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { afterAll } from 'vitest';
import { mainJob } from './main-job.ts';
import { stageOn } from './stage.ts';

// The main job with the events in our own server that implements a part of EventStoreDB's protocol.
const wire = await startWire();
const product = await startProduct({ demoLeads: 20, eventStoreUrl: wire.url });
afterAll(async () => {
  await product.remove();
  await wire.end();
});

mainJob(() => stageOn(product.url));
