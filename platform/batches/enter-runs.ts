import { batches } from '@crm/events/batches/aggregate.ts';
import { idOf } from '@crm/events/streams.ts';
import type { RecordedEvent } from '../event-store/port.ts';
import type { Db } from '../postgres/transaction.ts';
import { decodeEvent } from '../runner/decode-event.ts';
import type { Control } from './runs.ts';

/** Applies batch events to the run table: which batches to run, pause or cancel. For the runner (platform/runner). */
export async function enterRuns(events: readonly RecordedEvent[], tx: Db): Promise<void> {
  for (const recorded of events) {
    const event = decodeEvent(batches.types, recorded);
    const id = idOf(recorded.stream);
    const { tenant } = recorded.meta;
    switch (event.type) {
      case 'BatchStarted':
        await tx.query(
          `insert into batch_runs (id, tenant, kind, position, total) values ($1, $2, $3, $4, $5) on conflict do nothing`,
          [id, tenant, event.data.kind, recorded.position, event.data.total],
        );
        break;
      case 'BatchPaused':
        await want(tx, tenant, id, 'pause');
        break;
      case 'BatchResumed':
        await want(tx, tenant, id, 'run');
        break;
      case 'BatchCancelRequested':
        await want(tx, tenant, id, 'cancel');
        break;
      case 'BatchFinished':
        await tx.query('delete from batch_runs where tenant = $1 and id = $2', [tenant, id]);
        break;
      case 'BatchProgressed':
      case 'BatchUndoStarted':
        break;
      default:
        event satisfies never;
    }
  }
}

/** A request to cancel is not taken back. A run that must be completed obeys no request. */
const want = (tx: Db, tenant: string, id: string, wanted: Control) =>
  tx.query(
    `update batch_runs set wanted = $3
      where tenant = $1 and id = $2 and wanted <> 'cancel' and not is_final`,
    [tenant, id, wanted],
  );
