import type { Db } from '@crm/platform/postgres/transaction.ts';

/** Lends a connection for one piece of work after the other. */
export type Gate = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** The gate of builds that run side by side: each locks its live generation for a short time. */
export function oneAtATime(db: Db): Gate {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(() => work(db));
    last = done.catch(() => {}); // thrown to its caller
    return done;
  };
}
