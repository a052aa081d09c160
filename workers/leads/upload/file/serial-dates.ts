/** Excel's built-in number formats that show a date or a time (ECMA-376, 18.8.30). */
const builtIn = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Returns whether a number format shows a date. `code` is undefined for a built-in format. */
export function showsDate(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn(id);
  // Text in quotes, escapes and brackets (a colour, a currency) is not part of the date.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare);
}

const DAY_MS = 86_400_000;
const LAST = 2_958_465; // 9999-12-31

/**
 * Formats a spreadsheet's day number as YYYY-MM-DD, followed by THH:MM:SS unless the time is midnight.
 * @returns null when the number is outside the range of dates
 */
export function dateOf(serial: number, since1904: boolean): string | null {
  if (!(serial >= 0 && serial <= LAST)) return null;
  // Excel treats 1900 as a leap year: day numbers before its 29 February (60) are one too low.
  const since1900 = serial < 60 ? serial + 1 : serial;
  const days = since1904 ? serial + 1462 : since1900;
  const seconds = Math.round((days - 25_569) * (DAY_MS / 1000));
  const text = new Date(seconds * 1000).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}
