import { randomUUID } from 'node:crypto';
import { receiveLead } from '@crm/contracts/leads/write.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openCollector } from './collector.ts';
import { startProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { postbackForm } from './samples.ts';

const METRICS_TOKEN = 'a-token-of-the-tests';
const partner = await openReceiver();
afterAll(partner.close);
const collector = await openCollector();
afterAll(collector.close);
const product = await startProduct({
  METRICS_TOKEN,
  LOG_LEVEL: 'debug',
  POSTBACK_ALLOW: '127.0.0.1',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
});
const admin = await product.signIn('admin@demo.test');
const [offer] = (await admin.ask(listOffers)).data;
if (!offer) throw new Error('The demo has offers');
const SECRET = 'header-of-the-partner-4711';
const postback = await admin.ask(createPostback, {
  body: postbackForm(partner.url, { headers: [{ key: 'X-Partner-Token', value: SECRET }] }),
});

const customer = {
  fullName: 'Ishani Venkataraghavan',
  phone: '+91 98204 77123',
  email: 'ishani.v@customers.test',
  address: '17 Banyan Crescent',
};
const requestId = randomUUID();
const traceId = randomUUID().replaceAll('-', '');
const before = product.logged().length;
const sent = await product.send({
  method: receiveLead.method,
  path: receiveLead.path,
  body: { ...customer, offer: offer._id, quantity: 1 },
  headers: { 'x-request-id': requestId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
});

const Line = z.looseObject({
  msg: z.string(),
  correlationId: z.string().optional(),
  correlationIds: z.array(z.string()).optional(),
  consumer: z.string().optional(),
  outcome: z.string().optional(),
});
const linesSince = (start: number) =>
  product
    .logged()
    .slice(start)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)));
const ofRequest = () =>
  linesSince(before).filter(
    ({ correlationId, correlationIds }) => correlationId === requestId || correlationIds?.includes(requestId),
  );

test('one id leads from the request of a lead to its delivered postback, in every line of the log', async () => {
  expect(sent).toMatchObject({ status: 201, headers: { 'x-request-id': requestId } });
  await vi.waitFor(() =>
    expect(ofRequest()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ msg: 'request', route: '/api/leads', status: 201 }),
        expect.objectContaining({ msg: 'append', types: ['LeadCreated'], outcome: 'appended' }),
        expect.objectContaining({ msg: 'batch applied', consumer: 'leads' }),
        expect.objectContaining({ msg: 'batch applied', consumer: 'postback-deliveries' }),
        expect.objectContaining({ msg: 'postback delivery', outcome: 'success', status: 200 }),
      ]),
    ),
  );
  const { rows } = await product.database.pool.query<{ correlation: string }>(
    `select meta->>'correlationId' as correlation from event_store.events where type = 'LeadCreated'
      order by position desc limit 1`,
  );
  expect(rows).toEqual([{ correlation: requestId }]);
});

test('the log has no personal data and no secret, not even at level debug', async () => {
  await vi.waitFor(() => expect(product.logged()).toContain('"msg":"postback delivery"'));
  const log = product.logged();
  for (const value of [...Object.values(customer), SECRET, postback.data.secret, admin.token, METRICS_TOKEN])
    expect(log).not.toContain(value);
});

test('a request without an id gets one, and an id that is no UUID is replaced', async () => {
  for (const given of [undefined, 'x', 'a'.repeat(300)]) {
    const headers = given === undefined ? {} : { 'x-request-id': given };
    const answer = await admin.call(listOffers, { headers });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(answer).toMatchObject({ status: 200 });
  }
});

test('one trace goes from the request of a lead to its delivered postback', async () => {
  const spans = () => collector.spans.filter((span) => span.traceId === traceId);
  await vi.waitFor(() =>
    expect(spans().map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'POST /api/leads',
        'command lead',
        'append',
        'consume leads',
        'consume postback-deliveries',
        'postback delivery',
      ]),
    ),
  );
  const named = new Map(spans().map((span) => [span.name, span]));
  const parents = ['POST /api/leads', 'command lead', 'append', 'postback delivery'].map(
    (name) => named.get(name)?.parentSpanId,
  );
  const command = named.get('command lead')?.spanId;
  expect(parents).toEqual(['00f067aa0ba902b7', named.get('POST /api/leads')?.spanId, command, command]);
  const text = JSON.stringify(collector.spans);
  for (const value of [...Object.values(customer), SECRET]) expect(text).not.toContain(value);
  expect(partner.receipts.length).toBeGreaterThan(0);
  for (const { headers } of partner.receipts) expect(headers).not.toHaveProperty('traceparent');
});
