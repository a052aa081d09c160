import type { Server } from 'node:http';
import type { Route } from '@crm/platform/http/route.ts';
import type { Pool } from 'pg';

/**
 * The product under attack: one that the bench or the test has just started itself. It is named by a port and never by
 * a host (send.ts), so that no setting can point the attack at another machine.
 */
export type Target = {
  /** Of 127.0.0.1. The product trusts X-Forwarded-For from there (TRUST_PROXY). */
  port: number;
  /** Every route that is mounted: what is attacked is derived from these. */
  routes: readonly Route[];
  /** The product's own database, seeing every tenant's rows. */
  pool: Pool;
  /** What the product has logged so far, one JSON text a line. */
  logged: () => string;
};

/** The settings that an attacked product needs beside those of any test. */
export const attackedSettings = { TRUST_PROXY: '127.0.0.1' };

/** Lines of level error and fatal: bugs that an answer may have hidden. */
export function errorsIn(logged: string): string[] {
  return logged.split('\n').filter((line) => /"level":"(?:error|fatal)"/.test(line));
}

/** The port of a server that listens. */
export function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The product does not listen');
  return address.port;
}
