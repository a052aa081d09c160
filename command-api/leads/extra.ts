import { receiveLead } from '@crm/contracts/leads/write.ts';

const known = new Set(Object.keys(receiveLead.body.shape));
const MOST_FIELDS = 30;
const MOST_CHARACTERS = 200;

/**
 * Fields that a partner sent and that we do not know: the first 30 of at most 200 characters are kept as text.
 * What is beyond that is left out: a lead is never lost for a field too many.
 */
export function keepExtra(body: Record<string, unknown>): Record<string, string> {
  const kept: [field: string, text: string][] = [];
  for (const [field, value] of Object.entries(body)) {
    if (known.has(field) || field.length > MOST_CHARACTERS) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text.length <= MOST_CHARACTERS) kept.push([field, text]);
    if (kept.length === MOST_FIELDS) break;
  }
  return Object.fromEntries(kept);
}
