/** For processes that cache no lookups: after an append there is nothing to forget. */
export const noLookups = { forget: () => {} };
