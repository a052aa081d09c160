/**
 * Headers for read-your-writes: a command returns its position, and later reads require at least that
 * position.
 */
export const POSITION_HEADER = 'x-position';
export const MIN_POSITION_HEADER = 'x-min-position';
export const STALE_HEADER = 'x-stale';
/** A UUID: the id of a request, in its answer, in the log and in the events that it caused. */
export const REQUEST_ID_HEADER = 'x-request-id';
