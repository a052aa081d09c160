import { setTimeout as sleep } from 'node:timers/promises';
import type { Probe } from './eventstoredb/probe.ts';
import { openHistory, readHistory } from './history.ts';
import { type EventStoreConfig, openEventStore } from './open.ts';
import { type EventStore, StoreUnavailable } from './port.ts';

/** The configured store is unusable until a person changes something; the message is one line. */
export class StoreUnusable extends Error {
  override name = 'StoreUnusable';
}

const AGAIN_MS = 1_000;

/**
 * Waits until the event store is usable, reporting the reason for the wait, and opens its history (openHistory).
 * @returns the history id. Throws StoreUnusable or HistoryIsNewer if waiting cannot help, and the signal's
 * reason when it aborts.
 */
export async function reachEventStore(options: {
  config: EventStoreConfig;
  store: EventStore;
  known: Readonly<Record<string, number>>;
  signal: AbortSignal;
  waitFor: (waitingFor: string) => void;
}): Promise<string> {
  const { config, store, known, signal, waitFor } = options;
  for (;;) {
    signal.throwIfAborted();
    const state = await stateOf(config);
    if (state.kind === 'wrong') throw new StoreUnusable(state.reason);
    try {
      if (state.kind === 'ok') return await openHistory(store, known);
      waitFor(state.reason);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      waitFor(`The event store cannot be used (${error.message})`);
    }
    await sleep(AGAIN_MS * (0.75 + Math.random() / 2), undefined, { signal });
  }
}

/**
 * Reads the history id of the configured store, for a command that does not wait: undefined if the store was never opened.
 * Throws StoreUnusable, UrlWrong or StoreUnavailable if the store cannot be read now.
 */
export async function readHistoryId(config: EventStoreConfig): Promise<string | undefined> {
  const state = await stateOf(config);
  if (state.kind !== 'ok') throw new StoreUnusable(state.reason);
  const store = await openEventStore(config);
  try {
    return (await readHistory(store)).id;
  } finally {
    await store.close();
  }
}

/** Postgres counts as usable: its connections say themselves why they fail. */
async function stateOf(config: EventStoreConfig): Promise<Probe> {
  if (config.kind === 'postgres') return { kind: 'ok' };
  const { probe } = await import('./eventstoredb/probe.ts');
  return probe(config.url);
}
