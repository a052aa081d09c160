/**
 * The database is unusable until a person changes its URL, its role or the server. The message says so in one line and
 * never repeats a password.
 */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable';
}
