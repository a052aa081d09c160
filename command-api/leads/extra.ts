import { receiveLead } from '@crm/contracts/leads/write.ts';

const known = new Set(Object.keys(receiveLead.body.shape));
const MOST_FIELDS = 30;
const MOST_CHARACTERS = 200;

/**
 * Fields that a partner sent and that we do not know: up to 30 of at most 200 characters are kept (design 11),
 * as text; more, or longer, is refused by name.
 */
export function keepExtra(body: Record<string, unknown>): {
  extra: Record<string, string>;
  errors: Record<string, string> | null;
} {
  const unknown = Object.entries(body).filter(([field]) => !known.has(field));
  const extra: Record<string, string> = {};
  const errors: Record<string, string> = {};
  for (const [at, [field, value]] of unknown.entries()) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (at >= MOST_FIELDS) errors[field] = `At most ${MOST_FIELDS} additional fields`;
    else if (field.length > MOST_CHARACTERS)
      errors[field.slice(0, 50)] = `Field names cannot exceed ${MOST_CHARACTERS} characters`;
    else if (text.length > MOST_CHARACTERS) errors[field] = `Cannot exceed ${MOST_CHARACTERS} characters`;
    else extra[field] = text;
  }
  return { extra, errors: Object.keys(errors).length > 0 ? errors : null };
}
