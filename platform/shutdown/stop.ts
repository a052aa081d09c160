import { setMaxListeners } from 'node:events';
import type { Log } from '../log/log.ts';

export type Stopper = {
  /** Aborts before the first step, so that loops end after their current turn. */
  signal: AbortSignal;
  /** Adds a step. The last added step runs first, so that a component stops before its dependencies. */
  onStop: (name: string, stop: () => unknown, withinMs?: number) => void;
  /** Runs all steps, once, however often it is called. Resolves to the exit code: 0, or 1 if a step failed. */
  stop: (reason: string) => Promise<0 | 1>;
  /** Stops because the process may not run on. @param problem what is wrong and what to do, in one line for the log */
  fail: (problem: string) => void;
  /** Resolves after a stop by `fail`. */
  failed: Promise<void>;
};

/** Each loop of a process adds one listener to its signal; Node warns of a leak only above this number. */
const LOOPS = 100;

/** Stops all loops of a process. */
export function stopOfLoops(): AbortController {
  const abort = new AbortController();
  setMaxListeners(LOOPS, abort.signal);
  return abort;
}

/** A graceful stop: named steps, each with its own time limit; a failing step does not block the others. */
export function stopper(log: Log): Stopper {
  const abort = stopOfLoops();
  const steps: { name: string; stop: () => unknown; withinMs: number }[] = [];
  let stopping: Promise<0 | 1> | null = null;

  const run = async (reason: string): Promise<0 | 1> => {
    log.info({ reason }, 'Stopping');
    abort.abort();
    let code: 0 | 1 = 0;
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await within(step.withinMs, step.stop);
      } catch (error) {
        log.error({ err: error, step: step.name }, 'Could not stop cleanly');
        code = 1;
      }
    }
    log.info('Stopped');
    return code;
  };

  let markFailed = () => {};
  const failed = new Promise<void>((resolve) => {
    markFailed = resolve;
  });
  const stop = (reason: string) => {
    stopping ??= run(reason);
    return stopping;
  };

  return {
    signal: abort.signal,
    onStop: (name, stop, withinMs = 10_000) => {
      steps.push({ name, stop, withinMs });
    },
    stop,
    fail: (problem) => {
      log.fatal(problem);
      void stop('a problem that needs a person').then(markFailed);
    },
    failed,
  };
}

/** One Ctrl-C may arrive twice, from the terminal and from npm or tsx; a person's second one comes later. */
const SAME_SIGNAL_MS = 500;

/**
 * Stops on SIGTERM, SIGINT, SIGHUP (the terminal was closed) and uncaught exceptions, then exits. A second signal exits at
 * once.
 */
export function stopOnSignals(stopping: Stopper, log: Log): void {
  let firstAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== null && performance.now() - firstAt > SAME_SIGNAL_MS) {
      log.warn({ signal }, 'Asked twice: exiting at once');
      process.exit(130);
    }
    firstAt ??= performance.now();
    void stopping.stop(signal).then((code) => process.exit(code));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  // A process of a cluster ends with it (platform/cluster/member.ts).
  process.once('disconnect', () => onSignal('SIGTERM'));
  void stopping.failed.then(() => process.exit(1));
  const onBug = (error: unknown) => {
    log.fatal({ err: error }, 'Uncaught exception');
    void stopping.stop('exception').then(() => process.exit(1));
  };
  process.on('uncaughtException', onBug);
  process.on('unhandledRejection', onBug);
}

async function within(ms: number, work: () => unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
