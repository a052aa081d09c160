import { type Sweep, sweepAll, sweepBy } from '../postgres/sweep.ts';

/** Chunks per statement: 25 MB, or 13,000 rows of their TOAST table. */
const SWEPT_CHUNKS = 100;

/**
 * A sweep of files: first their chunks, then the rows of files without chunks. A file that is locked meanwhile by the renewal
 * of its writer stays, and one whose chunks are being deleted is not renewed any more.
 * @param which a condition on a row of `files`
 */
function sweepFilesThat(which: string): Sweep {
  const sweeps = [
    sweepBy(
      `/* every tenant: sweeping */ delete from file_chunks where (file, n) in (
         select c.file, c.n from files join file_chunks c on c.file = files.id
          where ${which} limit $1 for no key update of files)`,
      SWEPT_CHUNKS,
    ),
    sweepBy(
      `/* every tenant: sweeping */ delete from files where ${which} and id in (
         select id from files
          where ${which} and not exists (select from file_chunks c where c.file = files.id) limit $1)`,
    ),
  ];
  return (pool, signal) => sweepAll(sweeps, pool, signal);
}

/** Deletes expired files, and incomplete files without a living writer (UNFINISHED_SECONDS). Index files_expiry. */
export const sweepFiles = sweepFilesThat('expires_at < now()');

/**
 * Deletes incomplete files. For a process that is known to be the only one, at its start after the previous one died. A full
 * scan of `files`: the table has at most about a day of files.
 */
export const sweepUnfinishedFiles = sweepFilesThat('size is null');
