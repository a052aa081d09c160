const MINUTE = 60_000;

/** The text of an input of date and time: 2026-11-20T16:05 in the browser's time zone. */
export function localInput(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}
