import { cutText, storable } from '@crm/events/language/text.ts';

/** Characters of a stored error. */
const MOST = 500;
/** Shorter texts of an event are not looked for in an error: they would blacken every message. */
const SHORTEST = 4;
/** Values of one event that are looked at; an event of 256 KiB can hold 130,000. */
const MOST_VALUES = 20_000;

/**
 * Why an event could not be applied, as one line for logs and for the list of dead letters: nothing of the event's own
 * data is in it, and at most 500 characters.
 */
export function errorText(error: unknown, data: unknown): string {
  const { code, text } = partsOf(error);
  let line = text.split('\n', 1)[0] ?? '';
  // Postgres and JSON.parse quote the value that they refuse, often cut off. Rules and limits (23, 54) quote names only.
  if (!/^(23|54)/.test(code)) line = line.replace(/"[^"]*"?/g, '"…"');
  for (const own of textsOf(data)) line = line.replaceAll(own, '…');
  // What is too short to look for may be what Postgres cannot keep; that must not keep the dead letter from being written.
  return cutText(storable(code === '' ? line : `${line} (${code})`), MOST);
}

function partsOf(error: unknown): { code: string; text: string } {
  if (!(error instanceof Error)) return { code: '', text: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code, text: `${error.name}: ${error.message}` };
}

/** The texts and numbers of an event's data, longest first, so that a part does not hide the rest of a whole. */
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
