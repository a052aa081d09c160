import { composeComment, connections, readComment } from './connection.ts';
import type { LeadDetails } from './details.ts';
import { fieldList } from './fields/list.ts';

/** Replaces a personal text in what is left of an erased lead. */
export const ERASED = '(erased)';

/** The replacement of a personal value. An empty value stays: it contains nothing, and figures count it as empty. */
export function erasedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? value : ERASED;
  if (typeof value === 'object' && value !== null) return {};
  return value === undefined ? undefined : null;
}

const predefined = new Set(
  connections.flatMap(({ reasons }) => reasons.map((reason: string) => reason.toLowerCase())),
);

/** The replacement of the reason of a call's outcome: a predefined one stays, because figures count it. */
export const erasedReason = (reason: string): string =>
  reason.trim() === '' || predefined.has(reason.toLowerCase()) ? reason : ERASED;

/** The replacement of a comment. The outcome of a call stays, except a reason in own words. */
export function erasedComment(content: string): string {
  const call = readComment(content);
  if (call === null) return content.trim() === '' ? content : ERASED;
  return erasedReason(call.reason) === ERASED ? composeComment(call.connection, ERASED) : content;
}

/** The personal fields of the catalogue. */
export const personalFields = fieldList.filter(({ personal }) => personal);

/** The details of a lead whose personal data was erased. */
export function erasedDetails(details: LeadDetails): LeadDetails {
  const groups: Record<string, Record<string, unknown>> = structuredClone(details);
  for (const { group, key } of personalFields) {
    const values = groups[group];
    if (values) values[key] = erasedValue(values[key]);
  }
  return groups as LeadDetails; // the same keys; each value is of its field's kind
}
