import { accept, refuse } from '../language/decider.ts';
import type { LeadCommand, LeadDecision } from './command.ts';
import {
  applyChanges,
  differences,
  type LeadChanges,
  type LeadDetails,
  totalDiffers,
  withTotal,
} from './details.ts';
import { editsOf } from './edits.ts';
import { type FieldName, fieldOf } from './fields/list.ts';
import type { OpenLead } from './state.ts';

/** Whether a field can be restored: the server computes the others, or they say where the lead came from. */
export const isRestorable = (name: FieldName): boolean =>
  name === 'total' || fieldOf(name).input !== 'server';

/** Restores fields by the rules of an edit. Nothing changes when they have the values of that moment already. */
export function restoreFields(
  { fields, past, mayChangePhone }: Extract<LeadCommand, { type: 'RestoreLeadFields' }>,
  lead: OpenLead,
): LeadDecision {
  if (past === null) return refuse('no-such-moment');
  const values = valuesAt(past.details, fields.filter(isRestorable));
  // A total that a partner gave belongs to the price and quantity of its moment, whether these are restored or unchanged.
  const { price, quantity } = applyChanges(lead.details, values).product;
  const { product } = past.details;
  const isWhole = fields.includes('total') && price === product.price && quantity === product.quantity;
  if (!isWhole && totalDiffers(lead.details, values)) return refuse('total-differs');
  const changes = differences(lead.details, isWhole ? values : withTotal(lead.details, values));
  if (!changes) return accept();
  if (!mayChangePhone && changes.customer?.phone !== undefined) return refuse('phone-locked');
  return accept({
    type: 'LeadEdited',
    data: { changes: editsOf(lead.details, changes), restoredFrom: past.moment },
  });
}

function valuesAt(details: LeadDetails, fields: readonly FieldName[]): LeadChanges {
  const values: Record<string, Record<string, unknown>> = details;
  const changes: Record<string, Record<string, unknown>> = {};
  for (const { group, key } of fields.map(fieldOf)) {
    changes[group] ??= {};
    changes[group][key] = values[group]?.[key];
  }
  return changes as LeadChanges; // the values of another lead's state, by the same groups and keys
}
