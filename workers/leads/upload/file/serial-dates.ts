/** Formats that Excel knows by number and that show a date or a time (ECMA-376, 18.8.30). */
const builtIn = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a number under this format is shown as a date. */
export function showsDate(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn(id);
  // What is quoted, escaped or in brackets (a colour, a currency) is no part of the date.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare);
}

const DAY_MS = 86_400_000;
const LAST = 2_958_465; // 9999-12-31

/** A spreadsheet's day number as YYYY-MM-DD, with the time where it has one; null when it is no date. */
export function dateOf(serial: number, since1904: boolean): string | null {
  if (!(serial >= 0 && serial <= LAST)) return null;
  // Excel believes in a 29 February 1900: days before it are one off.
  const days = since1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const seconds = Math.round((days - 25_569) * (DAY_MS / 1000));
  const text = new Date(seconds * 1000).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}
