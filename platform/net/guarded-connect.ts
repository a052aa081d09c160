import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { Resolve } from './resolve.ts';

/** The guard's no. Its message is for the person who typed the URL. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
  constructor(host: string, address: string) {
    const what = host === address ? address : `${host} leads to ${address}, which`;
    super(`${what} is not a public address, and POSTBACK_ALLOW does not name it`);
  }
}

/** A name without an address: as good as a typing error. */
export class NameUnknown extends Error {
  override name = 'NameUnknown';
}

/**
 * Opens connections for undici. Every address that a name has is judged at the moment of connecting, and the
 * connection goes to those that were judged, so that a name cannot be harmless when asked and harmful when used.
 */
export function guardedConnector(
  admits: (address: string) => boolean,
  resolve: Resolve,
  timeoutMs: number,
): buildConnector.connector {
  const lookup: LookupFunction = (host, options, done) => {
    judged(host, admits, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const wanted = found.filter(({ family }) => !options.family || family === options.family);
        const [first] = wanted;
        if (!first) done(new NameUnknown(`${host} has no address of the asked kind`), '');
        else if (options.all) done(null, wanted);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, ''),
    );
  };
  const connect = buildConnector({ timeout: timeoutMs, lookup });
  return (options, done) => {
    // An address in the URL is connected to without a lookup. WHATWG URL has already made 0x7f.1 and its like plain.
    if (isIP(options.hostname) !== 0 && !admits(options.hostname)) {
      done(new AddressRefused(options.hostname, options.hostname), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      // Once more where it really went: whatever was overlooked before, nothing has been sent yet.
      const remote = socket?.remoteAddress;
      if (socket && (remote === undefined || !admits(remote))) {
        socket.destroy();
        done(new AddressRefused(options.hostname, remote ?? 'nowhere'), null);
      } else if (socket) done(null, socket);
      else done(error ?? new Error('Not connected'), null);
    });
  };
}

async function judged(
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
  // One bad address spoils the name: a mixed answer is how a guard that looks at the first is got round.
  const bad = addresses.find((address) => !admits(address));
  if (bad !== undefined) throw new AddressRefused(host, bad);
  return addresses;
}
