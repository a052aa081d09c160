import { refusals } from '@crm/contracts/refusals.ts';
import type { OfferId } from '@crm/events/ids.ts';
import { UPLOAD, type UploadOutcome } from '@crm/events/leads/upload.ts';
import { offers } from '@crm/events/offers/aggregate.ts';
import { offerStream } from '@crm/events/streams.ts';
import type { AnyBatchKind, BatchEnd } from '@crm/platform/batches/kind.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { stillActive } from '../hand-over/assigning.ts';
import { SheetWrong } from './file/sheet.ts';
import { checkingOf, portionsOf } from './reading.ts';
import { ambiguousDates } from './rows/dates.ts';
import {
  countsOf,
  namesOf,
  PORTION,
  sorted,
  stepAfter,
  type UploadDependencies,
  type UploadRun,
  uploadKind,
} from './run.ts';
import { saveRows } from './save-rows.ts';
import { noteProblem, stepOf } from './tally.ts';

/** The batch kind that saves the valid rows of a file as leads. */
export const leadUpload = (deps: UploadDependencies): AnyBatchKind => uploadKind(UPLOAD, deps, save);

/**
 * Reads the file twice: first to count its rows and to refuse a bad file before any lead is written, then to save the
 * rows. A resumed batch skips the count. It reads the rows up to its cursor again, only to detect duplicate order ids.
 */
async function save(run: UploadRun): Promise<BatchEnd> {
  const { store, file, task, tally, context } = run;
  await requireActive(store, task.offer.id);
  const checking = checkingOf(task, context.startedAt, tally);
  // A paused upload may be resumed when some of its operators have left.
  const assigning = { ...task, operators: await stillActive(store, task.operators) };
  const first = tally.total === null ? 'count' : 'nothing';
  for await (const portion of portionsOf({ file, checking, first }, PORTION, context.signal)) {
    if (portion.kind === 'counted') {
      const { total, dates } = portion;
      if (task.dateOrder === null && dates.kind === 'ambiguous') throw new SheetWrong(ambiguousDates(dates));
      tally.total = total;
      tally.dates = dates;
      await context.step(stepOf(tally, []));
      continue;
    }
    tally.columns = namesOf(portion.opened);
    const { problems, leads } = sorted(portion, tally);
    const notSaved = await saveRows(leads, { ...run, task: assigning });
    problems.push(...notSaved.map(({ row, error }) => noteProblem(tally, row, [error])));
    await stepAfter(portion, problems, run);
  }
  if (tally.valid === 0)
    return {
      kind: 'failed',
      message: 'No row could be saved',
      result: { kind: 'refused', ...countsOf(tally) },
    };
  return { kind: 'done', result: resultOf(run) };
}

/** Refuses an offer that was deleted or deactivated since the call: the upload waited in the queue, or was paused. */
async function requireActive(store: EventStore, id: OfferId): Promise<void> {
  const offer = await loadState(store, offers, offerStream(id));
  if (offer.phase !== 'present') throw new SheetWrong(refusals['offer-not-found'].message);
  if (!offer.details.isActive) throw new SheetWrong(refusals['offer-inactive'].message);
}

const resultOf = ({ task, tally }: UploadRun): UploadOutcome => ({
  kind: 'saved',
  savedLeads: tally.valid,
  offer: { id: task.offer.id, name: task.offer.name },
  distribution: task.operators.map(({ id, name }) => ({
    userId: id,
    userName: name,
    leadsAssigned: tally.given[id] ?? 0,
  })),
  ...countsOf(tally),
});
