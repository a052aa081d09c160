import { derivedId, type TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { asTenant, type Db } from '../postgres/transaction.ts';

/** Bytes in one row: few enough to be held, many enough to be worth a round trip. */
const CHUNK = 256 * 1024;

export type KeptFile = { id: string; name: string; type: string; size: number; expiresAt: Date };
export type NewFile = { id: string; tenant: TenantId; name: string; type: string; expiresAt: Date };

/** The file that a batch makes (an export): one for each batch, however often it was interrupted. */
export const fileOfBatch = (batch: string) => derivedId(batch, 'file');

/** A file that is being written expires so soon, unless its writer goes on: what a crash leaves is swept. */
const UNFINISHED_SECONDS = 120;

/**
 * Keeps a file as its bytes come in, never more than a chunk of it in memory. Readers find it once all of it is there.
 * When the bytes end in an error, nothing of it is kept. Writing under an id again replaces the earlier file.
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
          where id = $1 and tenant = $2 and size is null`,
        [id, tenant, UNFINISHED_SECONDS],
      )
      .catch(() => {}); // Postgres is away: the next chunk says so, or the next renewal succeeds
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
      'update files set size = $3, expires_at = $4 where id = $1 and tenant = $2',
      [id, tenant, size, expiresAt],
    );
    if (kept.rowCount === 0) throw new Error(`File ${id} was swept while it was being written`);
    return { id, name, type, size, expiresAt };
  } catch (error) {
    await dropFile(pool, tenant, id).catch(() => {}); // Postgres is away: it expires soon
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** Removes a file and its bytes, if there is one. */
export async function dropFile(pool: Pool, tenant: TenantId, id: string): Promise<void> {
  await pool.query('delete from files where id = $1 and tenant = $2', [id, tenant]);
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

/** Removes expired files, and those whose writer is gone (UNFINISHED_SECONDS). */
export async function sweepFiles(db: Db): Promise<void> {
  // By files_expiry; the chunks go by their foreign key.
  await db.query('/* every tenant: sweeping */ delete from files where expires_at < now()');
}

/** Removes files that are not whole: for a process that is the only one, before it takes any, after the last one died. */
export async function sweepUnfinishedFiles(db: Db): Promise<void> {
  // A scan: files of a day at most.
  await db.query('/* every tenant: sweeping */ delete from files where size is null');
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
