import { derivedId, type TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { asTenant, type Db } from '../postgres/transaction.ts';

/** Bytes in one row: few enough to be held, many enough to be worth a round trip. */
const CHUNK = 256 * 1024;

export type KeptFile = { id: string; name: string; type: string; size: number; expiresAt: Date };
export type NewFile = { id: string; tenant: TenantId; name: string; type: string; expiresAt: Date };

/** The file that a batch makes (an export): one for each batch, however often it was interrupted. */
export const fileOfBatch = (batch: string) => derivedId(batch, 'file');

/**
 * Keeps a file as its bytes come in, never more than a chunk of it in memory. It is there for others once all of it is;
 * what breaks off leaves nothing but rows that expire. Writing under an id again replaces what stood there.
 */
export async function writeFile(
  pool: Pool,
  file: NewFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<KeptFile> {
  const { id, tenant, name, type, expiresAt } = file;
  await pool.query('delete from files where id = $1 and tenant = $2', [id, tenant]);
  await pool.query('insert into files (id, tenant, name, type, expires_at) values ($1, $2, $3, $4, $5)', [
    id,
    tenant,
    name,
    type,
    expiresAt,
  ]);
  let n = 0;
  let size = 0;
  for await (const chunk of inChunks(bytes)) {
    await pool.query('insert into file_chunks (tenant, file, n, bytes) values ($1, $2, $3, $4)', [
      tenant,
      id,
      n++,
      chunk,
    ]);
    size += chunk.byteLength;
  }
  await pool.query('update files set size = $3 where tenant = $1 and id = $2', [tenant, id, size]);
  return { id, name, type, size, expiresAt };
}

/** A whole file of the tenant that has not expired; null when there is none. */
export async function findFile(db: Db, tenant: TenantId, id: string): Promise<KeptFile | null> {
  const { rows } = await db.query<KeptFile>(
    `select id, name, type, size, expires_at as "expiresAt"
       from files where id = $1 and tenant = $2 and size is not null and expires_at > now()`,
    [id, tenant],
  );
  return rows[0] ?? null;
}

/** Reads a file of the tenant one chunk at a time. The connection must see the tenant (`app.tenant`). */
export async function* readFile(db: Db, tenant: TenantId, id: string): AsyncGenerator<Buffer, void, void> {
  for (let n = 0; ; n++) {
    const bytes = await chunkOf(db, tenant, id, n);
    if (!bytes) return;
    yield bytes;
  }
}

/** The same for somebody of the tenant; each chunk in a transaction of its own, so that a slow reader holds none. */
export async function* readFileAs(
  pool: Pool,
  tenant: TenantId,
  id: string,
): AsyncGenerator<Buffer, void, void> {
  for (let n = 0; ; n++) {
    const bytes = await asTenant(pool, tenant, (db) => chunkOf(db, tenant, id, n));
    if (!bytes) return;
    yield bytes;
  }
}

/** A small file of the tenant, whole, as text; null when there is none. */
export async function readText(pool: Pool, tenant: TenantId, id: string): Promise<string | null> {
  const pieces: Buffer[] = [];
  for await (const bytes of readFileAs(pool, tenant, id)) pieces.push(bytes);
  return pieces.length > 0 ? Buffer.concat(pieces).toString('utf8') : null;
}

/** By the primary key; null after the last. */
async function chunkOf(db: Db, tenant: TenantId, id: string, n: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ bytes: Buffer }>(
    'select bytes from file_chunks where tenant = $1 and file = $2 and n = $3',
    [tenant, id, n],
  );
  return rows[0]?.bytes ?? null;
}

/** Takes away what has expired, and what broke off while it came in. */
export async function sweepFiles(db: Db): Promise<void> {
  // Served by files_expiry; the chunks go with it.
  await db.query('/* every tenant: sweeping */ delete from files where expires_at < now()');
}

async function* inChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, void> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    held.push(piece);
    length += piece.byteLength;
    if (length < CHUNK) continue;
    let whole = Buffer.concat(held);
    for (; whole.byteLength >= CHUNK; whole = whole.subarray(CHUNK)) yield whole.subarray(0, CHUNK);
    held = [whole];
    length = whole.byteLength;
  }
  if (length > 0) yield Buffer.concat(held);
}
