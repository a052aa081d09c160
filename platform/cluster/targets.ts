import { pause } from '../failures/pause.ts';
import type { Kind } from './kinds.ts';

/** A process behind the proxy. */
export type Target = { kind: Kind; port: number };

const LOOK_EVERY_MS = 250;
const ANSWER_MS = 1_000;

/**
 * Keeps which processes take calls: those whose last /readyz was 200, and that have not refused a connection since. Each
 * process is asked four times a second.
 */
export function openTargets(targets: readonly Target[]) {
  const up = new Set<Target>();
  const closing = new AbortController();
  let turn = 0;

  async function watch(target: Target) {
    while (!closing.signal.aborted) {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const isReady = await fetch(`http://127.0.0.1:${target.port}/readyz`, { signal }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      );
      if (isReady) up.add(target);
      else up.delete(target);
      await pause(LOOK_EVERY_MS, closing.signal);
    }
  }
  for (const each of targets) void watch(each);

  return {
    /**
     * The processes of a kind in the order in which to try them: in turn, or for a key always the same first. Those that
     * are not ready come last: they may have become ready meanwhile.
     */
    forCall(kind: Kind, key: string | null): Target[] {
      const all = targets.filter((each) => each.kind === kind);
      turn += 1;
      const start = key === null ? turn : hash(key);
      const turned = all.map((_, n) => all[(start + n) % all.length]).filter((each) => each !== undefined);
      return [...turned.filter((each) => up.has(each)), ...turned.filter((each) => !up.has(each))];
    },
    /** The process on this port was stopped: it gets no calls until it is ready again. */
    stopped(port: number): void {
      for (const each of up) if (each.port === port) up.delete(each);
    },
    /** A process refused a connection: it gets no calls until it is ready again. */
    refused: (target: Target) => void up.delete(target),
    /** Resolves when the process on this port takes calls; rejects when the signal aborts. */
    async untilUp(port: number, signal: AbortSignal): Promise<void> {
      while (![...up].some((each) => each.port === port)) {
        signal.throwIfAborted();
        await pause(LOOK_EVERY_MS / 5, signal);
      }
    },
    close: () => closing.abort(),
  };
}

function hash(text: string): number {
  let sum = 0;
  for (const char of text) sum = (sum * 31 + char.charCodeAt(0)) >>> 0;
  return sum;
}
