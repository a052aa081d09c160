import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { receiveLead } from '@crm/contracts/leads/write.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { getLog, listLogs } from '@crm/contracts/postbacks/logs.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { consumerNames } from '@crm/platform/runner/consumer-names.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { batchKinds } from '@crm/workers/app.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
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
  const params = { id: postback.data.postback._id };
  const logs = (await admin.ask(listLogs, { params, query: { event: 'new_lead' } })).data;
  const details = await admin.ask(getLog, { params: { ...params, logId: logs[0]?._id ?? '' } });
  expect(details.data.log.correlationId).toBe(requestId);
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

const read = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../docs/operations', name), 'utf8');
const Alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ runbook: z.string() }) }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
});
const rules = Alerts.parse(parse(read('alerts.yml'))).groups.flatMap(({ rules }) => rules);
const targets = Dashboard.parse(JSON.parse(read('grafana-dashboard.json'))).panels.flatMap(
  ({ targets }) => targets,
);

/** The metrics in a PromQL expression: names in front of a selector or a range, or alone. */
const metricsIn = (expression: string): string[] =>
  [...expression.replaceAll(/\{[^}]*\}|by \([^)]*\)|"[^"]*"/g, ' ').matchAll(/[a-z]+_[a-z0-9_]+/g)]
    .map(([name]) => name)
    .filter((name) => !functions.has(name));
const functions = new Set(['histogram_quantile', 'label_values', '__rate_interval', 'rate_interval']);

test('each metric of the dashboard and of the alert rules exists in a running product', async () => {
  const scrape = async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    return (await product.app.inject({ url: '/metrics', headers })).body;
  };
  // A source that cannot be read in time has no figures in that scrape.
  const body = await vi.waitFor(async () => {
    const scraped = await scrape();
    expect(scraped).not.toMatch(/^metrics_source_up.* 0$/m);
    return scraped;
  });
  const histograms = [...body.matchAll(/^# TYPE (\S+) histogram$/gm)].flatMap(([, name]) => [
    `${name}_bucket`,
    `${name}_count`,
    `${name}_sum`,
  ]);
  const others = [...body.matchAll(/^# TYPE (\S+) (?:gauge|counter)$/gm)].map(([, name]) => name);
  const existing = new Set([...others, ...histograms]);
  const used = [...rules, ...targets].flatMap(({ expr }) => metricsIn(expr));
  expect(new Set(used).size).toBeGreaterThan(25);
  expect(used.filter((name) => name !== 'up' && !existing.has(name))).toEqual([]);
});

test('each alert has a section that says what to do', () => {
  const sections = [...read('alerts.md').matchAll(/^## (\w+)\n\n[^#]*\nDo: /gm)].map(([, name]) => name);
  expect(rules.map(({ alert }) => alert).sort()).toEqual(sections.sort());
  for (const { alert, annotations } of rules)
    expect(annotations.runbook).toBe(`docs/operations/alerts.md#${alert.toLowerCase()}`);
});

test('reports the lag of all consumers that this program runs', async () => {
  const live = `select array_agg(name order by name collate "C") as names from checkpoints where state = 'live'`;
  const expected = [...consumerNames({ kind: 'none' })].sort();
  await vi.waitFor(async () =>
    expect((await product.database.pool.query(live)).rows).toEqual([{ names: expected }]),
  );
});

test('no alert fires because paced batches wait for one another', async () => {
  const waiting = rules.find(({ alert }) => alert === 'BatchesWaiting');
  const leftOut = /kind!~"([^"]*)"/.exec(waiting?.expr ?? '')?.[1]?.split('|');
  const { url, everyTenant } = product.database;
  const store = testStore(url);
  const kinds = batchKinds({ store, forgetLookup: () => {} }, store, everyTenant).filter(
    ({ isPaced }) => isPaced,
  );
  expect(leftOut).toEqual(kinds.map(({ kind }) => kind).sort());
});

test('no alert rule looks back at a figure: a missing one is not 0, so one sample would be the least of 30 minutes', () => {
  expect(rules.filter(({ expr }) => expr.includes('_over_time'))).toEqual([]);
});

test('figures of the database are read at a scrape, and have no ids in their labels', async () => {
  const { body } = await product.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  expect(body).toMatch(/^consumer_lag_seconds\{consumer="leads",state="live"\} \d/m);
  expect(body).toMatch(/^postback_queue_deliveries\{state="due"\} \d/m);
  expect(body).toMatch(/^postback_results_total\{outcome="success"\} [1-9]/m);
  expect(body).toMatch(/^event_store_append_duration_seconds_count\{outcome="appended"\} [1-9]/m);
  expect(body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/);
});
