import { Resolver } from 'node:dns/promises';

/** Returns all addresses of a name; throws if it has none or no name server answers in time. */
export type Resolve = (name: string) => Promise<string[]>;

/**
 * Queries the name servers directly instead of getaddrinfo: getaddrinfo blocks one of four threads that sign-in and
 * files need too, so a dead name server of one partner would block everything. /etc/hosts is not read; only localhost
 * is known, and the guard refuses it unless it is allowed.
 */
export function dnsResolver(): Resolve {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 });
  return async (name) => {
    if (/^(?:.+\.)?localhost\.?$/i.test(name)) return ['127.0.0.1'];
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = [v4, v6].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
    return addresses;
  };
}
