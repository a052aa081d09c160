type Watching = typeof globalThis & { delays?: number[] };
type Entry = { duration: number; interactionId?: number };
/** The browser's own observer; Node's types only have Node's entries. */
type Observer = new (
  onEntries: (list: { getEntries: () => readonly Entry[] }) => void,
) => { observe: (what: { type: string; buffered: boolean; durationThreshold?: number }) => void };

/** Runs in the page before its own scripts: records the delay of all interactions. */
export function watch(): void {
  const here: Watching = globalThis;
  const watched: number[] = [];
  here.delays = watched;
  // In the page, it has the type above.
  const Observed = PerformanceObserver as unknown as Observer;
  new Observed((list) => {
    // Entries without an id are not interactions: for example, pointer movements.
    for (const { duration, interactionId } of list.getEntries()) if (interactionId) watched.push(duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
}

/** Runs in the page: returns the delays in milliseconds since its last call. */
export function delays(): number[] {
  const { delays: watched } = globalThis as Watching;
  if (!watched) throw new Error('Nothing was watched');
  return watched.splice(0);
}
