export type Found = { id: string; label: string; detail: string; to: string };

/** A search source of the palette, available on every page. */
export type Finder = { group: string; find: (text: string, signal: AbortSignal) => Promise<Found[]> };
