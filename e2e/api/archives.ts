import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import { type Batch, getBatch, listProblems } from '@crm/contracts/batches/batches.ts';
import { exportTenant } from '@crm/contracts/tenants/export.ts';
import { checkTenantArchive, importTenant } from '@crm/contracts/tenants/import.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { TenantId } from '@crm/events/ids.ts';
import { leadCreated } from '@crm/events/leads/story.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { details as person } from '@crm/events/users/story.ts';
import { beginWriting, writeNext } from '@crm/platform/event-store/importing/write.ts';
import type { TestDatabase } from '@crm/platform/test/database.ts';
import type { FastifyInstance } from 'fastify';
import { extract, pack } from 'tar-stream';
import { z } from 'zod';
import type { Person } from './calls.ts';
import { multipart } from './samples.ts';

type Product = { app: FastifyInstance };

/** The files of a .tar.gz by name. */
export async function filesIn(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const entry of Readable.from([archive]).pipe(createGunzip()).pipe(extract()))
    files.set(entry.header.name, await buffer(entry));
  return files;
}

/** A .tar.gz of files. */
export async function archiveOf(files: Iterable<readonly [string, Buffer | string]>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of files) tar.entry({ name }, content);
  tar.finalize();
  return gzipSync(await buffer(tar));
}

type Line = Record<string, unknown> & { data: Record<string, unknown>; meta: Record<string, unknown> };
export type Lines = [tenant: Line, user: Line, lead: Line, ...leads: Line[]];

/** An organisation with one admin and some leads, which no installation ever had. */
export function organisation({ name = 'Gulf Sales', email = `${randomUUID()}@import.test`, leads = 1 } = {}) {
  const tenant = TenantId.parse(randomUUID());
  const meta = testMeta(tenant);
  const line = (stream: string, type: string, data: object, version = 1): Line => ({
    id: randomUUID(),
    type,
    version,
    stream,
    revision: 0,
    at: '2026-03-01T10:00:00.000Z',
    data: { ...data },
    meta: { ...meta },
  });
  const lead = (orderId: string) =>
    line(`lead-${leadIdOf(tenant, orderId)}`, 'LeadCreated', { ...leadCreated().data, orderId }, 2);
  const lines: Lines = [
    line(`tenant-${tenant}`, 'TenantCreated', { organizationName: name }),
    line(`user-${randomUUID()}`, 'UserCreated', { details: { ...person, email, role: 'admin' } }),
    lead('A-1'),
    ...Array.from({ length: leads - 1 }, (_, n) => lead(`A-${n + 2}`)),
  ];
  const manifest = {
    format: 'crm-tenant-archive',
    version: 1,
    tenant: { _id: tenant, organizationName: name },
    exportedAt: '2026-03-02T10:00:00.000Z',
  };
  return { tenant, lines, manifest };
}

/** Lines per part: below 4 MiB. */
const PART_LINES = 2_000;

/** An archive of these lines, with a manifest that fits them. */
export function archiveOfLines(
  manifest: Record<string, unknown>,
  lines: readonly unknown[],
): Promise<Buffer> {
  const files: [string, Buffer][] = [];
  const parts: object[] = [];
  for (let at = 0; at < lines.length; at += PART_LINES) {
    const own = lines.slice(at, at + PART_LINES);
    const text = own.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
    const part = Buffer.from(text);
    const name = `events/${String(parts.length + 1).padStart(6, '0')}.jsonl`;
    const sha256 = createHash('sha256').update(part).digest('hex');
    files.push([name, part]);
    parts.push({ name, events: own.length, bytes: part.byteLength, sha256 });
  }
  const whole = JSON.stringify({ ...manifest, events: lines.length, parts });
  return archiveOf([...files, ['manifest.json', whole]]);
}

export async function ended(person: Person, id: string): Promise<Batch> {
  for (;;) {
    const { batch } = (await person.ask(getBatch, { params: { id } })).data;
    if (batch.finishedAt !== null) return batch;
    await sleep(50);
  }
}

/** The archive of an organisation. */
export async function exported({ app }: Product, superAdmin: Person, tenantId: string): Promise<Buffer> {
  const { batchId } = (await superAdmin.ask(exportTenant, { body: { tenantId } })).data;
  await ended(superAdmin, batchId);
  const headers = { authorization: `Bearer ${superAdmin.token}` };
  return (await app.inject({ url: `/api/batches/${batchId}/file`, headers })).rawPayload;
}

const Started = z.object({ data: z.object({ batchId: z.string() }) });

/** Uploads an archive. @returns the id of its check */
export async function uploaded(
  { app }: Product,
  { token }: Person,
  content: Buffer,
  key: string = randomUUID(),
): Promise<string> {
  const form = await multipart({}, { name: 'Gulf-Sales.tar.gz', content });
  const reply = await app.inject({
    method: 'POST',
    url: `/api${checkTenantArchive.path}`,
    payload: form.payload,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, ...form.headers },
  });
  return Started.parse(JSON.parse(reply.body)).data.batchId;
}

/** Checks an archive. @returns the state, and each problem with its place */
export async function checkArchive(product: Product, superAdmin: Person, archive: Buffer) {
  const id = await uploaded(product, superAdmin, archive);
  const { state } = await ended(superAdmin, id);
  const { data } = await superAdmin.ask(listProblems, { params: { id } });
  return { id, state, problems: data.map(({ item, message }) => `${item}: ${message}`) };
}

export const startImport = async (superAdmin: Person, checkId: string): Promise<string> =>
  (await superAdmin.ask(importTenant, { body: { checkId } })).data.batchId;

/** Writes the events of an archive without the end of the import, as a process that is killed there. */
export async function writtenOnly(
  product: Product & { database: Pick<TestDatabase, 'everyTenant'> },
  superAdmin: Person,
  archive: Buffer,
): Promise<void> {
  const pool = product.database.everyTenant;
  const check = await uploaded(product, superAdmin, archive);
  await ended(superAdmin, check);
  await beginWriting(pool, check, null);
  await writeNext(pool, check);
}
