import { type BulkAction, type OneOfMany, operatorFor } from '@crm/events/leads/bulk-action.ts';
import { type Refusal, refusals } from '../refusals.ts';

/** Why a lead of a bulk action was not changed; null if it was. */
export type NotDone = { outcome: 'skipped' | 'failed'; message: string } | null;

/** Refusals that need no attention; the lead counts as skipped. */
const skipping: readonly Refusal[] = ['lead-not-found', 'nothing-pending', 'assigned-elsewhere'];

/** Classifies the result of a command to one lead of a bulk action. */
export function outcomeOf(
  action: BulkAction,
  lead: OneOfMany,
  result: { kind: 'executed'; events: readonly unknown[] } | { kind: 'refused'; refusal: Refusal },
): NotDone {
  if (result.kind === 'refused') {
    const outcome = skipping.includes(result.refusal) ? 'skipped' : 'failed';
    return { outcome, message: refusals[result.refusal].message };
  }
  return result.events.length > 0 ? null : { outcome: 'skipped', message: alreadySo(action, lead) };
}

function alreadySo(action: BulkAction, { rank }: OneOfMany): string {
  switch (action.action) {
    case 'status':
      return `Has the status ${action.to} already`;
    case 'assign':
      return `Is assigned to ${operatorFor(action, rank).name} already`;
    case 'approve':
    case 'reject':
    case 'delete':
      return 'Is so already';
    default:
      return action satisfies never;
  }
}

type Counts = { successful: number; skipped: number; failed: number };

/** The result of a bulk action in one sentence: how many leads were changed, skipped and refused. */
export function summaryOf(action: BulkAction, counts: Counts): string {
  return [done(action, counts.successful), ...rest(counts)].join(', ');
}

/** The result of a bulk action that was cancelled. Leads that it had not reached are unchanged. */
export function summaryOfCancelled(counts: Counts): string {
  const some = counts.successful + counts.skipped + counts.failed > 0;
  if (!some) return 'Cancelled. Nothing was changed.';
  return `Cancelled: ${[`${counts.successful} done`, ...rest(counts)].join(', ')}. Everything done before that is kept.`;
}

/** '1 lead', '2 leads'. */
const countOf = (n: number, noun: string) => `${n} ${n === 1 ? noun : `${noun}s`}`;

function done(action: BulkAction, n: number): string {
  switch (action.action) {
    case 'status':
      return `Status update completed: ${countOf(n, 'lead')} updated to ${action.to}`;
    case 'assign':
      return `${countOf(n, 'lead')} assigned`;
    case 'approve':
      return `${countOf(n, 'status change')} approved`;
    case 'reject':
      return `${countOf(n, 'status change')} rejected`;
    case 'delete':
      return `${countOf(n, 'lead')} deleted`;
    default:
      return action satisfies never;
  }
}

function rest({ skipped, failed }: Counts): string[] {
  return [...(skipped > 0 ? [`${skipped} skipped`] : []), ...(failed > 0 ? [`${failed} failed`] : [])];
}

/** The title of the batch of a bulk action. */
export function titleOf(action: BulkAction, n: number): string {
  const leads = `${n.toLocaleString('en-US')} ${n === 1 ? 'lead' : 'leads'}`;
  switch (action.action) {
    case 'status':
      return `Update status of ${leads} to ${action.to}`;
    case 'assign': {
      const [first, ...others] = action.operators;
      return `Assign ${leads} to ${others.length === 0 ? first?.name : `${action.operators.length} operators`}`;
    }
    case 'approve':
      return `Approve status changes of ${leads}`;
    case 'reject':
      return `Reject status changes of ${leads}`;
    case 'delete':
      return `Delete ${leads}`;
    default:
      return action satisfies never;
  }
}
