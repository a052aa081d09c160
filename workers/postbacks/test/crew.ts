import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Milestone } from '../postbacks.ts';

/** Where a worker is killed; 'sent' is up to the sink, which has the request and has not answered it. */
export type KillPoint = Milestone | 'sent';

/** The script is started by its path, and so is the bench's. */
export const WORKER = path.join(import.meta.dirname, 'worker.child.ts');

/**
 * Counted from when it is ready. Only a worker that does not lead the reaction can wait for 'checkpointed' in vain, and
 * only while the one that leads is not killed: rare enough to wait long, so that a busy machine reaches every point.
 */
const REACHED_WITHIN_MS = 60_000;

/**
 * Two workers in processes of their own. As long as there are kill points left, each is given one, dies there, and is
 * started again with the next; who does not come to its point in time is killed wherever it is, and the point is tried
 * again.
 */
export function openCrew(given: readonly string[], killPoints: readonly KillPoint[]) {
  const left = [...killPoints];
  /** When a worker was killed. */
  const kills: number[] = [];
  const places = [0, 1].map(() => ({ child: null as ChildProcess | null, armed: null as KillPoint | null }));
  let over = false;

  async function keep(place: (typeof places)[number]) {
    while (!over) {
      place.armed = left.shift() ?? null;
      const times = 1 + Math.floor(Math.random() * 4);
      const milestone = place.armed !== null && place.armed !== 'sent' ? [place.armed, String(times)] : [];
      const child = spawn(process.execPath, ['--import', 'tsx', WORKER, ...given, ...milestone], {
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
    /** Whether every point has been died at. Throws when a worker ended that nobody killed. */
    allDied() {
      if (failure !== null) throw failure;
      return left.length === 0 && places.every(({ armed }) => armed === null);
    },
    /** For the sink: kills whoever is to die while a request of theirs is unanswered. */
    killSender() {
      const place = places.find(({ armed }) => armed === 'sent');
      if (!place) return;
      place.armed = null;
      place.child?.kill('SIGKILL');
    },
    /** Stops one worker in its tracks, and lets it go on. */
    freeze: () => places[0]?.child?.kill('SIGSTOP'),
    thaw: () => places[0]?.child?.kill('SIGCONT'),
    /** Lets both end in order. */
    async end() {
      over = true;
      for (const { child } of places) child?.kill('SIGTERM');
      await kept;
    },
    /** Ends both at once, wherever they are; for a ledger that failed. */
    async abandon() {
      over = true;
      for (const { child } of places) child?.kill('SIGKILL');
      await kept.catch(() => {});
    },
  };
}
