import { type PlanDetails, type PlanEdits, PlanTerms } from './events.ts';

/** The terms among a plan's details. */
export const termsOf = (details: PlanDetails): PlanTerms => PlanTerms.parse(details);

/** The edit from changed fields: each with the value before. */
export function editsOf(before: PlanDetails, changes: Partial<PlanDetails>): PlanEdits {
  const edits = Object.entries(changes).map(([field, to]) => {
    // The keys of `changes` are keys of PlanDetails.
    const from = before[field as keyof PlanDetails];
    return [field, { from, to }];
  });
  return Object.fromEntries(edits); // by field, as PlanEdits has it
}

/** The new values of an edit. */
export function newValuesOf(edits: PlanEdits): Partial<PlanDetails> {
  const values = Object.entries(edits).flatMap(([field, edit]) => (edit ? [[field, edit.to]] : []));
  return Object.fromEntries(values); // by field, as PlanDetails has it
}

/** Whether an edit changes the terms of the plan, and so its edition; the other fields only present it. */
export const changesTerms = (edits: PlanEdits) =>
  Object.keys(edits).some((field) => Object.hasOwn(PlanTerms.shape, field));
