import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { asTenant, type Db } from '../postgres/transaction.ts';

/** Bytes per row: small enough to hold in memory, large enough to be worth a round trip. */
const CHUNK = 256 * 1024;

/**
 * How long files are kept: downloads, an uploaded spreadsheet for the upload after its preview, and archives. After a
 * kill, a batch finds its file within this time. Erasures rely on it (workers/leads/erase/files.ts).
 */
export const FILE_KEPT_MS = 24 * 60 * 60 * 1000;

export type KeptFile = { id: string; name: string; type: string; size: number; expiresAt: Date };
export type NewFile = { id: string; tenant: TenantId; name: string; type: string; expiresAt: Date };

/**
 * A file that is being written expires after this time unless its writer renews it, so that a sweep deletes it after a
 * crash. Once expired, it is never renewed: a sweep may have deleted a part of it.
 */
const UNFINISHED_SECONDS = 120;

/**
 * Stores a file while its bytes arrive, with at most about one chunk in memory. Readers find it only when it is
 * complete. If the bytes end in an error, nothing is stored. Writing under the same id replaces the earlier file.
 */
export async function writeFile(
  pool: Pool,
  file: NewFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<KeptFile> {
  const { id, tenant, name, type, expiresAt } = file;
  await dropFile(pool, tenant, id);
  await pool.query(
    `insert into files (id, tenant, name, type, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
    [id, tenant, name, type, UNFINISHED_SECONDS],
  );
  const renewing = setInterval(() => {
    pool
      .query(
        `update files set expires_at = now() + make_interval(secs => $3)
          where id = $1 and tenant = $2 and size is null and expires_at > clock_timestamp()`,
        [id, tenant, UNFINISHED_SECONDS],
      )
      .catch(() => {}); // Postgres is unavailable: the next chunk fails, or the next renewal succeeds
  }, UNFINISHED_SECONDS * 250);
  try {
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
    clearInterval(renewing);
    const kept = await pool.query(
      `update files set size = $3, expires_at = $4
        where id = $1 and tenant = $2 and expires_at > clock_timestamp()`,
      [id, tenant, size, expiresAt],
    );
    if (kept.rowCount === 0) throw new Error(`File ${id} expired while it was being written`);
    return { id, name, type, size, expiresAt };
  } catch (error) {
    await dropFile(pool, tenant, id).catch(() => {}); // Postgres is unavailable: the file expires soon
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** Deletes a file and its bytes, if it exists. */
export async function dropFile(pool: Pool, tenant: TenantId, id: string): Promise<void> {
  await pool.query('delete from files where id = $1 and tenant = $2', [id, tenant]);
}

/** Finds a complete file of the tenant that has not expired; null if there is none. */
export async function findFile(db: Db, tenant: TenantId, id: string): Promise<KeptFile | null> {
  const { rows } = await db.query<KeptFile>(
    `select id, name, type, size, expires_at as "expiresAt"
       from files where id = $1 and tenant = $2 and size is not null and expires_at > now()`,
    [id, tenant],
  );
  return rows[0] ?? null;
}

/** Reads a file of the tenant chunk by chunk. The connection must see the tenant (`app.tenant`). */
export async function* readFile(db: Db, tenant: TenantId, id: string): AsyncGenerator<Buffer, void, void> {
  for (let n = 0; ; n++) {
    const bytes = await chunkOf(db, tenant, id, n);
    if (!bytes) return;
    yield bytes;
  }
}

/** Like readFile, but each chunk has its own transaction of the tenant, so that a slow reader holds no connection. */
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

/** Reads bytes of a file of the tenant: `length` from `at` on, or fewer at its end. */
export async function readPartAs(
  pool: Pool,
  { tenant, id }: { tenant: TenantId; id: string },
  at: number,
  length: number,
): Promise<Buffer> {
  const end = at + length;
  const pieces: Buffer[] = [];
  for (let n = Math.floor(at / CHUNK); n * CHUNK < end; n += 1) {
    const from = Math.max(at - n * CHUNK, 0);
    const bytes = await asTenant(pool, tenant, async (db) => {
      const { rows } = await db.query<{ bytes: Buffer }>(
        `select substring(bytes from $4 for $5) as bytes
           from file_chunks where tenant = $1 and file = $2 and n = $3`,
        [tenant, id, n, from + 1, Math.min(end - n * CHUNK, CHUNK) - from],
      );
      return rows[0]?.bytes ?? null;
    });
    if (!bytes) break;
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** Reads a small file of the tenant as text; null if there is none. */
export async function readText(pool: Pool, tenant: TenantId, id: string): Promise<string | null> {
  const pieces: Buffer[] = [];
  for await (const bytes of readFileAs(pool, tenant, id)) pieces.push(bytes);
  return pieces.length > 0 ? Buffer.concat(pieces).toString('utf8') : null;
}

/** Reads one chunk by the primary key; null after the last. */
async function chunkOf(db: Db, tenant: TenantId, id: string, n: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ bytes: Buffer }>(
    'select bytes from file_chunks where tenant = $1 and file = $2 and n = $3',
    [tenant, id, n],
  );
  return rows[0]?.bytes ?? null;
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
