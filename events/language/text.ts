/**
 * Text as this product keeps it. Two things fit into a JavaScript string and into no text of Postgres: a NUL, and half
 * of a surrogate pair (what is left of an emoji that was cut in two). Text with either is refused where it comes in
 * (platform/http/check-input.ts, workers/leads/upload/rows), and the event store takes no event that holds it
 * (platform/event-store/prepare.ts).
 *
 * Lengths and limits count UTF-16 units everywhere: that is what `length`, zod's `max` and an input's `maxLength` count.
 * An emoji counts as two. Columns in Postgres have no limit of their own.
 */

/** What stands in place of each character that cannot be stored. */
const REPLACEMENT = '\ufffd';

/** Whether Postgres can keep a text: no NUL in it, and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** A text with U+FFFD for each character that cannot be stored: for what is copied from content, never for content. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', REPLACEMENT);

/** The first `most` UTF-16 units of a text, or one less where the cut would leave half of a surrogate pair. */
export function cutText(text: string, most: number): string {
  return text.slice(0, splitsPair(text, most) ? most - 1 : most);
}

/** The last `most` UTF-16 units of a text, or one less where the cut would leave half of a surrogate pair. */
export function endOfText(text: string, most: number): string {
  const start = Math.max(text.length - most, 0);
  return text.slice(splitsPair(text, start) ? start + 1 : start);
}

/** Whether the units on both sides of an index are the two halves of one character. */
const splitsPair = (text: string, at: number) =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(at - 1, 0), at + 1));

/**
 * JSON.stringify writes a NUL as \u0000 and half of a pair as \ud83d, in small letters; a whole pair stays as it is. The
 * backslash of such an escape has an even number of backslashes before it: of an odd number, the last belongs to it.
 */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/;
const EACH_UNSTORABLE = new RegExp(UNSTORABLE, 'g');

/**
 * Whether every text in a value can be stored, keys included; `json` is what JSON.stringify made of the value. Nearly
 * free, since most JSON holds no \u: 49 ns for a lead's event of 891 characters, of which JSON.stringify takes 5.9 µs.
 */
export const isStorableJson = (json: string): boolean => !json.includes('\\u') || !UNSTORABLE.test(json);

/** JSON with U+FFFD for each character that cannot be stored, in values and keys; `json` is JSON.stringify's. */
export const storableJson = (json: string): string =>
  isStorableJson(json) ? json : json.replaceAll(EACH_UNSTORABLE, `$1${REPLACEMENT}`);
