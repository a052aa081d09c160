import { refuseOtherHistory } from '../event-store/adopt-history.ts';
import { UrlWrong } from '../event-store/eventstoredb/address.ts';
import { type EventStoreConfig, storeOf } from '../event-store/open.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { readHistoryId, StoreUnusable } from '../event-store/reach.ts';
import type { Log } from '../log/log.ts';
import { connectFirst } from '../postgres/connect.ts';
import { type Joined, joinDatabase } from '../postgres/join.ts';
import { DatabaseUnusable } from '../postgres/unusable.ts';

/** Errors whose message is one line with the problem and its solution. */
const ONE_LINE = [DatabaseUnusable, StoreUnavailable, StoreUnusable, UrlWrong];

/**
 * Joins the product's database (joinDatabase) for a command that also reads the event store, and checks that the database
 * is used with the configured store.
 * @returns null if it is not, or the store cannot be read; the remedy is printed to standard error
 */
export async function joinStore(log: Log): Promise<(Joined & { storeConfig: EventStoreConfig }) | null> {
  const joined = await joinDatabase(log);
  if (!joined) return null;
  const { config, url } = joined;
  const storeConfig = storeOf(config.store, url);
  try {
    await checkHistory(url, storeConfig);
    return { ...joined, storeConfig };
  } catch (error) {
    await joined.stop();
    if (!(error instanceof Error && ONE_LINE.some((each) => error instanceof each))) throw error;
    console.error(error.message);
    return null;
  }
}

async function checkHistory(url: string, storeConfig: EventStoreConfig): Promise<void> {
  const id = await readHistoryId(storeConfig);
  const client = await connectFirst(url, 'crm join');
  try {
    await refuseOtherHistory(client, id);
  } finally {
    await client.end();
  }
}
