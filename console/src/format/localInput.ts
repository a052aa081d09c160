const MINUTE = 60_000;

/** The text of an input of date and time: 2026-11-20T16:05 in the browser's time zone. */
export function localInput(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** The instant of such a text. A text that is no time stays as it is: the schema refuses it. */
export const instantOfInput = (text: string): string =>
  Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString();
