/** In milliseconds, since it was last asked. */
export type Watched = { tasks: number[]; delays: number[] };

type Watching = typeof globalThis & { watched?: Watched };
type Entry = { duration: number; interactionId?: number };
/** The browser's own: Node's types know only what Node tells. */
type Observer = new (
  heard: (list: { getEntries: () => readonly Entry[] }) => void,
) => { observe: (what: { type: string; buffered: boolean; durationThreshold?: number }) => void };

/** Runs in the page, before its own scripts: notes every task over 50 ms and every interaction's time to the screen. */
export function watch(): void {
  const here: Watching = globalThis;
  const watched: Watched = { tasks: [], delays: [] };
  here.watched = watched;
  // An edge: in the page it is what the type above says.
  const Observed = PerformanceObserver as unknown as Observer;
  new Observed((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new Observed((list) => {
    // Those without an id are no interaction: the pointer that moved over something.
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId) watched.delays.push(duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
}

/** Runs in the page: what was noted, and notes from now on. */
export function started(): Watched {
  const { watched } = globalThis as Watching;
  if (!watched) throw new Error('Nothing was watched');
  return { tasks: watched.tasks.splice(0), delays: watched.delays.splice(0) };
}
