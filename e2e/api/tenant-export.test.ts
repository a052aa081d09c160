import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { listAuditLogs } from '@crm/contracts/audit/audit.ts';
import { getBatch } from '@crm/contracts/batches/batches.ts';
import { createLead } from '@crm/contracts/leads/write.ts';
import { createApiKey } from '@crm/contracts/tenants/api-keys.ts';
import { exportTenant } from '@crm/contracts/tenants/export.ts';
import { listTenants } from '@crm/contracts/tenants/tenants.ts';
import { type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { testStoreConfig } from '@crm/platform/test/test-store.ts';
import { extract } from 'tar-stream';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { sharedProduct } from './product.ts';
import { leadForm } from './samples.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');
const admin = await product.signIn(product.people.admin);
const { store } = await openSealedEventStore(
  testStoreConfig(product.database.url),
  product.database.everyTenant,
);
afterAll(() => store.close());

const Manifest = z.object({
  format: z.literal('crm-tenant-archive'),
  tenant: z.object({ _id: z.string(), organizationName: z.string() }),
  events: z.int(),
  parts: z.array(z.object({ name: z.string(), events: z.int(), bytes: z.int(), sha256: z.string() })),
});

/** All events of the shared product: one read ends at 8 MB, which other files may have written. */
async function history() {
  const events: RecordedEvent[] = [];
  for (let after = START; ; ) {
    const batch = await store.readAll({ after, limit: 10_000 });
    events.push(...batch.events);
    if (batch.upTo === after) return events;
    after = batch.upTo;
  }
}

/** The files of a .tar.gz by name. */
async function filesIn(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const entries = Readable.from([archive]).pipe(createGunzip()).pipe(extract());
  for await (const entry of entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(Buffer.from(chunk as Uint8Array));
    files.set(entry.header.name, Buffer.concat(chunks));
  }
  return files;
}

test('an archive has every event of the organisation in order, no secret and nothing of another one', async () => {
  const [tenant] = (await superAdmin.ask(listTenants, { query: { search: product.people.admin } })).data;
  const tenantId = tenant?._id ?? '';
  const { key } = (await admin.ask(createApiKey, { body: { name: 'Landing' } })).data;
  // Its personal data is encrypted: the demo's leads are not.
  const name = 'Wilhelmina Archivist';
  await admin.ask(createLead, { body: leadForm({ fullName: name }) });
  const { batchId } = (await superAdmin.ask(exportTenant, { body: { tenantId } })).data;
  await vi.waitFor(async () =>
    expect((await superAdmin.ask(getBatch, { params: { id: batchId } })).data.batch.state).toBe('done'),
  );
  const { rawPayload: archive, headers } = await product.app.inject({
    url: `/api/batches/${batchId}/file`,
    headers: { authorization: `Bearer ${superAdmin.token}` },
  });
  expect(headers['content-type']).toBe('application/gzip');

  const files = await filesIn(archive);
  const manifest = Manifest.parse(JSON.parse(files.get('manifest.json')?.toString() ?? ''));
  expect(manifest.tenant).toEqual({ _id: tenantId, organizationName: tenant?.organizationName });
  expect([...files.keys()]).toEqual([...manifest.parts.map(({ name }) => name), 'manifest.json']);
  for (const { name, bytes, sha256 } of manifest.parts) {
    const content = files.get(name) ?? Buffer.alloc(0);
    expect(content.byteLength).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }

  const text = manifest.parts.map(({ name }) => files.get(name)?.toString() ?? '').join('');
  const lines: unknown[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(manifest.events);
  // Compared with the history itself. The export's own event was the last one when it began; sign-ins may follow.
  const own = (await history()).filter(({ meta }) => meta.tenant === tenantId);
  const exportedAt = own.findIndex(({ type }) => type === 'TenantDataExported');
  expect(manifest.events).toBeGreaterThan(exportedAt);
  expect(lines).toEqual(
    own.slice(0, lines.length).map(({ position: _, at, ...event }) => ({ ...event, at: at.toISOString() })),
  );
  // Personal data is readable, secrets are not there.
  expect(text).toContain(name);
  expect(text.includes(key)).toBe(false);
  expect(text).not.toContain('$argon2');
  // The organisation's admins see it in their history.
  const { entries } = (await admin.ask(listAuditLogs, { query: { action: 'TenantDataExported' } })).data;
  expect(entries).toMatchObject([
    { action: 'All data of the organization exported', actor: { name: 'Ishaan Kapoor' } },
  ]);
});

test('an unknown organisation is not found, and an admin may not export', async () => {
  const body = { tenantId: crypto.randomUUID() };
  expect(await superAdmin.call(exportTenant, { body })).toMatchObject({
    status: 404,
    code: 'tenant-not-found',
  });
  expect(await admin.call(exportTenant, { body })).toMatchObject({ status: 403 });
});
