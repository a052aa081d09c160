import type { BrowserContext } from 'playwright-core';

/** The most that is kept of a window. */
const MOST_LINES = 8;

const kept = new WeakMap<BrowserContext, string[]>();

/**
 * Keeps the last things that went wrong in a window: requests without an answer, answers from 400 on, errors of its scripts and
 * live connections that ended. A failure that cannot be repeated may be explained by them.
 */
export function keepTroubles(context: BrowserContext): void {
  const lines: string[] = [];
  kept.set(context, lines);
  const keep = (line: string) => {
    lines.push(`${new Date().toISOString().slice(11, 23)} ${line.slice(0, 200)}`);
    if (lines.length > MOST_LINES) lines.shift();
  };
  context.on('requestfailed', (request) => {
    keep(`${pathOf(request.url())}: ${request.failure()?.errorText ?? 'failed'}`);
  });
  context.on('response', (answer) => {
    if (answer.status() >= 400) keep(`${pathOf(answer.url())}: ${answer.status()}`);
  });
  context.on('weberror', (failure) => keep(String(failure.error())));
  context.on('page', (page) =>
    page.on('websocket', (socket) => socket.on('close', () => keep(`${pathOf(socket.url())}: closed`))),
  );
}

/** The last troubles of a window, the oldest first, with the times (UTC) at which they were seen. */
export const troublesOf = (context: BrowserContext): readonly string[] => kept.get(context) ?? [];

const pathOf = (url: string) => new URL(url).pathname;
