import { cutText, storable } from '@crm/events/language/text.ts';

/** Maximum length of a stored error, in characters. */
const MOST = 500;
/** Shorter texts of an event are not removed from an error: that would blank out every message. */
const SHORTEST = 4;
/** Limit of the values of one event that are removed; an event of 256 KiB can hold 130,000. */
const MOST_VALUES = 20_000;

/**
 * The reason why an event could not be applied, as one line for the log and the list of dead letters: at most 500
 * characters, without the event's own data.
 */
export function errorText(error: unknown, data: unknown): string {
  const { code, text } = partsOf(error);
  let line = text.split('\n', 1)[0] ?? '';
  // Postgres and JSON.parse quote the refused value, often cut off. Constraints and limits (23, 54) quote only names.
  if (!/^(23|54)/.test(code)) line = line.replace(/"[^"]*"?/g, '"…"');
  for (const own of textsOf(data)) line = line.replaceAll(own, '…');
  // Texts below SHORTEST remain and may be unstorable in Postgres; they must not fail the insert of the dead letter.
  return cutText(storable(code === '' ? line : `${line} (${code})`), MOST);
}

function partsOf(error: unknown): { code: string; text: string } {
  if (!(error instanceof Error)) return { code: '', text: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code, text: `${error.name}: ${error.message}` };
}

/** The texts and numbers of an event's data, longest first, so that a short text does not break up a longer one. */
function textsOf(data: unknown): string[] {
  const texts = new Set<string>();
  const open = [data];
  for (const value of open) {
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      if (text.length >= SHORTEST) texts.add(text);
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) {
        if (open.length < MOST_VALUES) open.push(inner);
      }
    }
  }
  return [...texts].sort((a, b) => b.length - a.length);
}
