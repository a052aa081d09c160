import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { Resolve } from './resolve.ts';

/** The guard refused an address. The user who entered the URL sees the message. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
  constructor(host: string, address: string) {
    const what = host === address ? address : `${host} leads to ${address}, which`;
    super(`${what} is not a public address, and POSTBACK_ALLOW does not name it`);
  }
}

/** A name without an address; usually a typing error. */
export class NameUnknown extends Error {
  override name = 'NameUnknown';
}

/**
 * A connector for undici. It checks every address of a name at connect time and connects only to checked addresses, so
 * that a name cannot resolve to another address between check and use.
 */
export function guardedConnector(
  admits: (address: string) => boolean,
  resolve: Resolve,
  timeoutMs: number,
): buildConnector.connector {
  const lookup: LookupFunction = (host, options, done) => {
    admittedAddresses(host, admits, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const matching = found.filter(({ family }) => !options.family || family === options.family);
        const [first] = matching;
        if (!first) done(new NameUnknown(`${host} has no address of this family`), '');
        else if (options.all) done(null, matching);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, ''),
    );
  };
  const connect = buildConnector({ timeout: timeoutMs, lookup });
  return (options, done) => {
    // A URL with an IP address needs no lookup. WHATWG URL has already normalised forms such as 0x7f.1.
    if (isIP(options.hostname) !== 0 && !admits(options.hostname)) {
      done(new AddressRefused(options.hostname, options.hostname), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      // Checks the connected address again, as a second defence. Nothing has been sent yet.
      const remote = socket?.remoteAddress;
      if (socket && (remote === undefined || !admits(remote))) {
        socket.destroy();
        done(new AddressRefused(options.hostname, remote ?? 'nowhere'), null);
      } else if (socket) done(null, socket);
      else done(error ?? new Error('Not connected'), null);
    });
  };
}

async function admittedAddresses(
  host: string,
  admits: (address: string) => boolean,
  resolve: Resolve,
): Promise<string[]> {
  const addresses = await resolve(host).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const known = ['ENOTFOUND', 'ENODATA', 'NXDOMAIN'].includes(code);
    throw new NameUnknown(known ? `${host} is not a known name` : `${host} could not be looked up (${code})`);
  });
  if (addresses.length === 0) throw new NameUnknown(`${host} has no address`);
  // One bad address refuses the name: otherwise a mixed answer could bypass a guard that checks only the first.
  const bad = addresses.find((address) => !admits(address));
  if (bad !== undefined) throw new AddressRefused(host, bad);
  return addresses;
}
