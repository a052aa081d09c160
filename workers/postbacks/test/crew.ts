import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { programOf } from '@crm/platform/test/program.ts';
import type { Milestone } from '../postbacks.ts';

/** Where a worker is killed. At 'sent', the sink has the request, has not answered it, and triggers the kill. */
export type KillPoint = Milestone | 'sent';

/** The bench starts the same script by this path. */
export const WORKER = path.join(import.meta.dirname, 'worker.child.ts');

/**
 * Measured from the worker's start. Only a worker that does not lead the reaction can miss 'checkpointed', and only
 * while the leader is not killed. That is rare, so a long limit is cheap and lets a busy machine reach every point.
 */
const REACHED_WITHIN_MS = 60_000;

/**
 * Two workers in separate processes. While kill points are left, each worker gets one, dies there, and is restarted
 * with the next. A worker that misses its point in time is killed anyway, and the point is tried again.
 */
export function openCrew(args: readonly string[], killPoints: readonly KillPoint[]) {
  const left = [...killPoints];
  /** Times of the kills. */
  const kills: number[] = [];
  const places = [0, 1].map(() => ({ child: null as ChildProcess | null, armed: null as KillPoint | null }));
  let over = false;

  async function keep(place: (typeof places)[number]) {
    while (!over) {
      place.armed = left.shift() ?? null;
      const times = 1 + Math.floor(Math.random() * 4);
      const milestone = place.armed !== null && place.armed !== 'sent' ? [place.armed, String(times)] : [];
      const program = await programOf('workers/postbacks/test/worker.child.ts');
      const child = spawn(process.execPath, [program, ...args, ...milestone], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      place.child = child;
      let late: NodeJS.Timeout | undefined;
      child.stdout.once('data', () => {
        late = setTimeout(() => {
          if (place.armed === null) return;
          left.push(place.armed);
          child.kill('SIGKILL');
        }, REACHED_WITHIN_MS);
      });
      const [code, signal] = await once(child, 'exit');
      clearTimeout(late);
      if (signal === 'SIGKILL') kills.push(Date.now());
      else if (!over) throw new Error(`A worker ended by itself with ${code}`);
    }
  }
  const kept = Promise.all(places.map(keep));
  let failure: unknown = null;
  kept.catch((error: unknown) => {
    failure = error;
  });

  return {
    kills,
    /** Whether a worker was killed at every point. Throws if a worker ended by itself. */
    allDied() {
      if (failure !== null) throw failure;
      return left.length === 0 && places.every(({ armed }) => armed === null);
    },
    /** Called by the sink: kills the worker whose kill point is 'sent', while its request is unanswered. */
    killSender() {
      const place = places.find(({ armed }) => armed === 'sent');
      if (!place) return;
      place.armed = null;
      place.child?.kill('SIGKILL');
    },
    /** Suspends one worker; `thaw` resumes it. */
    freeze: () => places[0]?.child?.kill('SIGSTOP'),
    thaw: () => places[0]?.child?.kill('SIGCONT'),
    /** Stops both workers in order. */
    async end() {
      over = true;
      for (const { child } of places) child?.kill('SIGTERM');
      await kept;
    },
    /** Kills both workers, after a failed ledger. */
    async abandon() {
      over = true;
      for (const { child } of places) child?.kill('SIGKILL');
      await kept.catch(() => {});
    },
  };
}
