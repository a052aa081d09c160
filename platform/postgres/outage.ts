/** Node's error codes of a refused or closed socket. */
const SOCKET_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, resources, operator intervention. */
const SQLSTATE = /^(?:08|53|57)[0-9A-Z]{3}$/;

/** Messages of errors without a code from pg and pg-pool: a connection cannot be opened, or ends during use. */
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
 * Whether an error means that Postgres was unavailable, restarting, or short of connections or time: a retry may
 * succeed. The result of a sent statement is unknown, and the data did not cause the error.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('syscall' in error && error.syscall === 'connect') return true; // also ENOENT: the Unix socket of a stopped server
  if ('code' in error && typeof error.code === 'string')
    return SOCKET_CODES.includes(error.code) || SQLSTATE.test(error.code);
  return MESSAGES.some((message) => error.message.startsWith(message));
}
