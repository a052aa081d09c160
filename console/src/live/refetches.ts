import type { Query, QueryClient } from '@tanstack/react-query';
import { laterOf, type Merged } from './mergeHints.ts';

/** Figures over many rows are refetched at most this often: each hint concerns them, and reading them is expensive. */
const AGGREGATE_MS = 5000;
/** A random part of this is added, because all consoles of a tenant get a hint at once. */
const JITTER_MS = 1000;
/** Answers of this age are just read when the socket first connects. */
const JUST_READ_MS = 5000;

/** `position`: the answer must include it; '' requires a new answer. `due`: not before, in ms since 1970. */
type Outdated = { position: string; due: number };

type Clock = { now: () => number; random: () => number; hidden: () => boolean };

const browser: Clock = {
  now: Date.now,
  random: Math.random,
  hidden: () => document.visibilityState === 'hidden',
};

/** Collects the queries that hints outdate, and refetches each at its pace. At most as many as are cached. */
export function createRefetches(queryClient: QueryClient, clock: Clock = browser) {
  const outdated = new Map<Query, Outdated>();

  function add(query: Query, position: string, due: number) {
    const known = outdated.get(query);
    outdated.set(query, {
      position: known ? laterOf(known.position, position) : position,
      due: Math.min(known?.due ?? due, due),
    });
  }

  function dueOf({ meta, state }: Query, pace = meta?.pace): number {
    const now = clock.now();
    if (pace !== 'aggregate') return now;
    return Math.max(now, state.dataUpdatedAt + AGGREGATE_MS) + clock.random() * JITTER_MS;
  }

  const queries = () => queryClient.getQueryCache().findAll({ predicate: ({ meta }) => meta !== undefined });

  return {
    /** The queries that a hint concerns, unless they already show newer data. */
    addHints(hints: readonly Merged[]) {
      for (const hint of hints)
        for (const query of queries()) {
          const pace = paceFor(query, hint);
          if (pace && !isNewer(query.state.data, hint.position))
            add(query, hint.position, dueOf(query, pace));
        }
    },

    /**
     * All queries, because hints may have been missed. On the first connection, a just-read answer is read
     * again only when the page has settled: reading everything twice would delay the first page. An answer that no
     * hint concerns, such as a report, stays: it cannot have missed one.
     */
    addAll(connection: 'first' | 'later') {
      const now = clock.now();
      for (const query of queries()) {
        if (query.meta?.topics.length === 0 && query.state.data !== undefined) continue;
        const justRead = connection === 'first' && now - query.state.dataUpdatedAt < JUST_READ_MS;
        add(query, '', justRead ? now + JUST_READ_MS + clock.random() * JITTER_MS : dueOf(query));
      }
    },

    /**
     * Refetches what is due; nothing in a hidden tab. A query in flight waits: refetching would cancel it, and
     * steady hints would cancel it forever. Returns whether queries wait.
     */
    run(): boolean {
      for (const [query, { position, due }] of outdated) {
        const gone = queryClient.getQueryCache().get(query.queryHash) !== query;
        const waits = query.isActive() && (clock.hidden() || due > clock.now());
        if (!gone && (waits || query.state.fetchStatus === 'fetching')) continue;
        outdated.delete(query);
        if (gone || isNewer(query.state.data, position)) continue;
        void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
      }
      return outdated.size > 0;
    },
  };
}

/** The pace at which a hint refreshes a query; null if it does not concern the query. */
function paceFor({ meta }: Query, { topic, ids }: Merged) {
  if (meta?.topics.includes(topic) && (meta.id === null || ids.has(meta.id))) return meta.pace ?? 'row';
  return meta?.mentions?.includes(topic) ? 'aggregate' : null;
}

/** Whether the shown answer is at or after the position. '' is always newer. */
function isNewer(data: unknown, position: string): boolean {
  if (position === '') return false;
  if (typeof data !== 'object' || data === null || !('position' in data)) return false;
  return typeof data.position === 'string' && data.position >= position;
}
