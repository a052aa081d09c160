import type { ReactNode } from 'react';
import { formatNumber } from '../format/count.ts';
import { batchNavigationTexts } from './texts/navigation.ts';

type Counts = { successful: number; skipped: number; failed: number };

/** Every text of the batches, in English. A translation is another object of this type. */
export const batchTexts = {
  navigation: batchNavigationTexts,
  list: {
    title: 'Batches',
    one: 'batch',
    many: 'batches',
    state: 'State',
    allStates: 'All states',
    open: 'Open batch',
    empty: 'Bulk actions on many leads, uploads and exports are found here while they run and afterwards.',
    columns: { title: 'What', state: 'State', outcome: 'Result', by: 'Asked for by' },
  },
  tray: {
    running: (n: number) => `Batches, ${n} running`,
    all: 'All batches',
    /** The toast at the end of a batch. */
    ended: (title: string, outcome: string) => `${title}: ${outcome}`,
  },
  page: {
    noun: 'Batch',
    title: 'Batch',
    back: 'All batches',
    facts: {
      title: 'When and by whom',
      by: 'Asked for by',
      at: 'Asked for',
      started: 'Started',
      ended: 'Ended',
      undoes: 'Takes back',
      unnamed: 'The batch',
    },
  },
  dialog: {
    title: 'Batch',
    closable: 'You can close this: the work goes on, and is found again at the top.',
  },
  states: {
    queued: 'Waiting',
    running: 'Running',
    cancelling: 'Cancelling',
    paused: 'Paused',
    done: 'Done',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  progress: {
    of: (done: number, total: number | null) =>
      total === null ? formatNumber(done) : `${formatNumber(done)} of ${formatNumber(total)}`,
    secondsLeft: (n: number) => `about ${n} s left`,
    minutesLeft: (n: number) => `about ${n} min left`,
    hoursLeft: (n: number) => `about ${n} h left`,
  },
  outcome: {
    /** '2,950 done, 40 skipped, 10 failed'; omits skipped and failed when they are zero. */
    counts: ({ successful, skipped, failed }: Counts) =>
      [
        `${formatNumber(successful)} done`,
        ...(skipped > 0 ? [`${formatNumber(skipped)} skipped`] : []),
        ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
      ].join(', '),
    cancelledAtOnce: 'Cancelled. Nothing was changed.',
    cancelled: (counts: string) => `Cancelled: ${counts}. Everything done before that is kept.`,
  },
  problems: {
    title: 'Skipped and failed',
    filter: 'Which',
    all: (n: number) => `All ${formatNumber(n)}`,
    allSkipped: (n: number) => `Skipped ${formatNumber(n)}`,
    allFailed: (n: number) => `Failed ${formatNumber(n)}`,
    skipped: 'Skipped',
    failed: 'Failed',
  },
  undone: {
    title: 'Undo',
    running: 'Being undone',
    done: 'Undone',
    /** The element needs a key. */
    by: (name: ReactNode): ReactNode => ['by ', name],
    kept: 'What is not as it was, and why',
    details: 'Details',
  },
  actions: {
    cancel: 'Cancel the rest',
    resume: 'Resume',
    pause: 'Pause',
    undo: 'Undo',
    goOn: 'Go on in the background',
    /** The toast when cancel, pause or resume failed after the batch was closed. */
    notDone: (title: string, reason: string) => `${title}: ${reason}`,
    close: 'Close',
    confirmUndo: {
      title: 'Undo all of it?',
      message:
        'Everything returns to its state before, except what was changed or commented on since: that is kept and listed.',
      confirm: 'Undo',
    },
  },
};
