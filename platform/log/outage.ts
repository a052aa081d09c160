/** During an outage, one line per minute is logged. */
const EVERY_MS = 60_000;

/**
 * Logs failures that one outage causes: the first one with its fields, the others as a count, in one line per minute. A
 * minute without failures ends the outage; the next failure is logged in full again. So the log of an outage is bounded
 * for any number of failed requests: with a stack each, they wrote 120 MB per minute.
 *
 * @returns a function that logs or counts one failure
 */
export function outageLog(
  log: { warn: (fields: object, message: string) => void } | null,
  message: string,
): (fields: Record<string, unknown>) => void {
  let more = 0;
  let timer: NodeJS.Timeout | null = null;

  function summarize(): void {
    timer = null;
    if (more === 0) return;
    log?.warn({ more, withinMs: EVERY_MS }, `${message}: still`);
    more = 0;
    start();
  }

  function start(): void {
    timer = setTimeout(summarize, EVERY_MS).unref();
  }

  return (fields) => {
    if (timer) {
      more += 1;
      return;
    }
    log?.warn(fields, message);
    start();
  };
}
