import type { Route } from '@crm/platform/http/route.ts';
import type { Pool } from 'pg';

/**
 * The product under attack, started by the bench or the test itself. It is identified by a port and never by
 * a host (send.ts), so that no setting can direct the attack at another machine.
 */
export type Target = {
  /** A port of 127.0.0.1. The product trusts X-Forwarded-For from this address (TRUST_PROXY). */
  port: number;
  /** All mounted routes; the attack is derived from them. */
  routes: readonly Route[];
  /** The product's own database, with access to all tenants' rows. */
  pool: Pool;
  /** The product's log so far, one JSON text per line. */
  logged: () => string;
};

/** The additional settings of an attacked product. */
export const attackedSettings = {
  TRUST_PROXY: '127.0.0.1',
  SECRET_KEY: 'a secret key of the attack and of nothing else',
};

/** Log lines of level error and fatal: bugs that an answer may have hidden. */
export function errorsIn(logged: string): string[] {
  return logged.split('\n').filter((line) => /"level":"(?:error|fatal)"/.test(line));
}
