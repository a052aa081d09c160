/** In milliseconds, since the last call of `started`. */
export type Watched = { tasks: number[]; delays: number[] };

type Watching = typeof globalThis & { watched?: Watched };
type Entry = { duration: number; interactionId?: number };
/** The browser's own observer; Node's types only have Node's entries. */
type Observer = new (
  onEntries: (list: { getEntries: () => readonly Entry[] }) => void,
) => { observe: (what: { type: string; buffered: boolean; durationThreshold?: number }) => void };

/**
 * Runs in the page before its own scripts: records all tasks over 50 ms and the delay of all interactions.
 */
export function watch(): void {
  const here: Watching = globalThis;
  const watched: Watched = { tasks: [], delays: [] };
  here.watched = watched;
  // In the page, it has the type above.
  const Observed = PerformanceObserver as unknown as Observer;
  new Observed((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new Observed((list) => {
    // Entries without an id are not interactions: for example, pointer movements.
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId) watched.delays.push(duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
}

/** Runs in the page: returns the recorded times and clears them. */
export function started(): Watched {
  const { watched } = globalThis as Watching;
  if (!watched) throw new Error('Nothing was watched');
  return { tasks: watched.tasks.splice(0), delays: watched.delays.splice(0) };
}
