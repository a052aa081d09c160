/** Node's codes for a socket that was refused or closed. */
const SOCKET_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, resources, operator intervention. */
const SQLSTATE = /^(?:08|53|57)[0-9A-Z]{3}$/;

/** What pg and pg-pool throw without a code when a connection cannot be opened, or ends while it is used. */
const MESSAGES = [
  'Connection terminated', // also '… unexpectedly' and '… due to connection timeout'
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Cannot use a pool after calling end on the pool',
];

/**
 * Whether an error says that Postgres was away, restarting, or short of connections or time: the same work may succeed
 * later. Nothing is known of what was sent, and no data is to blame.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('syscall' in error && error.syscall === 'connect') return true; // ENOENT too: a Unix socket of a stopped server
  if ('code' in error && typeof error.code === 'string')
    return SOCKET_CODES.includes(error.code) || SQLSTATE.test(error.code);
  return MESSAGES.some((message) => error.message.startsWith(message));
}
