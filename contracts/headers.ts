/**
 * Headers for read-your-writes: a command returns its position, and later reads require at least that
 * position.
 */
export const POSITION_HEADER = 'x-position';
export const MIN_POSITION_HEADER = 'x-min-position';
export const STALE_HEADER = 'x-stale';
