import type { EventBatch } from '../event-store/port.ts';
import type { Log } from '../log/log.ts';
import type { DeadLetter } from './dead-letters/store.ts';

/** Limit of dead letters per batch that are logged one by one; `npm run dead-letters` lists all. */
const LOGGED = 20;

/** Logs the events of a batch that failed, not those that are held behind them. */
export function logDeadLetters(name: string, letters: readonly DeadLetter[], log: Log) {
  const failed = letters.filter(({ error }) => error !== null);
  for (const { event, error } of failed.slice(0, LOGGED)) {
    const { type, position, stream } = event;
    const { correlationId } = event.meta;
    log.error({ consumer: name, type, position, stream, error, correlationId }, 'dead letter');
  }
  if (failed.length > LOGGED) log.error({ consumer: name, more: failed.length - LOGGED }, 'dead letters');
}

/** Limit of correlation ids per debug line, and of linked spans. */
const MOST_CAUSES = 32;

/** The fields of a batch's line in the log. */
export const fieldsOf = ({ events }: EventBatch) => ({
  events: events.length,
  correlationIds: [...new Set(events.slice(0, MOST_CAUSES).map(({ meta }) => meta.correlationId))],
});

/** A batch continues the trace of its first event, and is linked with those of the others. */
export function spanOf({ events }: EventBatch) {
  const traces = events.slice(0, MOST_CAUSES).flatMap(({ meta }) => meta.traceparent ?? []);
  const [parent, ...links] = new Set(traces);
  return { kind: 'internal' as const, parent, links, attributes: { 'crm.events': events.length } };
}
