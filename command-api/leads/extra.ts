import { receiveLead } from '@crm/contracts/leads/write.ts';

const known = new Set(Object.keys(receiveLead.body.shape));
const MOST_FIELDS = 30;
const MOST_CHARACTERS = 200;

/**
 * Unknown fields of a partner's lead, as text: the first 30 whose name and text have at most 200 characters each.
 * Further fields are dropped, because extra fields must not refuse a lead.
 */
export function keepExtra(body: Record<string, unknown>): Record<string, string> {
  const kept: [field: string, text: string][] = [];
  for (const field in body) {
    if (known.has(field) || field.length > MOST_CHARACTERS) continue;
    const value = body[field];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text.length <= MOST_CHARACTERS) kept.push([field, text]);
    if (kept.length === MOST_FIELDS) break;
  }
  return Object.fromEntries(kept);
}
