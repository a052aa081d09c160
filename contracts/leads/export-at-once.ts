/**
 * Up to this many rows an export's call waits for the file; above, it returns the batch at once. Apart from export.ts: the
 * process that writes the file and the console's first screen load no schemas.
 */
export const EXPORT_AT_ONCE = 5_000;
