export type Found = { id: string; label: string; detail: string; to: string };

/** A kind of thing that Ctrl K finds by text, on whatever page one is. */
export type Finder = { group: string; find: (text: string, signal: AbortSignal) => Promise<Found[]> };
