import { type NotDone, outcomeOf, summaryOf } from '@crm/contracts/leads/outcome.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import { type BulkAction, commandFor } from '@crm/events/leads/bulk-action.ts';
import { BulkTask, bulkKind } from '@crm/events/leads/bulk-batches.ts';
import { leadStream } from '@crm/events/streams.ts';
import { type AnyBatchKind, batchKind } from '@crm/platform/batches/kind.ts';
import { stillActive } from '../hand-over/assigning.ts';
import { type Cursor, eachChosen, type Stores } from './each-chosen.ts';

/**
 * Batch kind of a bulk action: runs its command on each lead separately, the same command that a bulk call runs on a
 * few leads directly.
 */
const actOn = (stores: Stores, actionName: BulkAction['action']): AnyBatchKind =>
  batchKind<BulkTask, Cursor>({
    kind: bulkKind(actionName),
    task: BulkTask,
    async run({ chosen, wish }, context) {
      const action = await withoutLeavers(stores, wish);
      const counts = await eachChosen(stores, context, chosen, async (lead) => {
        if (action.action === 'assign' && action.operators.length === 0) return noActiveOperator;
        const outcome = await context.perform(leads, {
          stream: leadStream(LeadId.parse(lead.id)),
          item: lead.id,
          command: commandFor(action, context.id, lead),
        });
        return outcomeOf(action, lead, outcome);
      });
      return { kind: 'done', result: { message: summaryOf(action, counts) } };
    },
  });

const noActiveOperator: NotDone = { outcome: 'skipped', message: 'No chosen operator is active any more' };

/** A paused batch may be resumed when some of its operators have left. */
async function withoutLeavers({ store }: Stores, action: BulkAction): Promise<BulkAction> {
  if (action.action !== 'assign') return action;
  return { ...action, operators: await stillActive(store, action.operators) };
}

/** A batch kind for each action. */
export const leadActions = (stores: Stores): AnyBatchKind[] => [
  actOn(stores, 'status'),
  actOn(stores, 'assign'),
  actOn(stores, 'approve'),
  actOn(stores, 'reject'),
  actOn(stores, 'delete'),
];
