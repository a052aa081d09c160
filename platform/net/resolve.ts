import { Resolver } from 'node:dns/promises';

/** All addresses of a name; throws when it has none, or nobody answered in time. */
export type Resolve = (name: string) => Promise<string[]>;

/**
 * Asks the name servers themselves, not getaddrinfo: that one waits in a pool of four threads which sign-in and files
 * need too, so that a partner's dead name server would keep everybody waiting. /etc/hosts is therefore not read; of
 * its names only localhost is known, which the guard refuses unless it is allowed.
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
