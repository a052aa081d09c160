import { once } from 'node:events';
import { connect } from 'node:tls';
import type { Address } from './address.ts';
import { type Client, openClient, ReadFailed, type ReadFailure } from './client.ts';

/**
 * Whether a server is usable. `wait`: may recover by itself; `wrong`: a person must change something. Reasons are one
 * line.
 */
export type Probe = { kind: 'ok' } | { kind: 'wait'; reason: string } | { kind: 'wrong'; reason: string };

const TLS_MS = 3_000;

/** Checks a server by reading the last event from the leader, over a new connection. Throws UrlWrong. */
export async function probe(url: string): Promise<Probe> {
  const client = openClient(url);
  try {
    return await probeOver(client);
  } finally {
    void client.close();
  }
}

/** Checks a server over an existing connection, for repeated checks. */
export async function probeOver(client: Client): Promise<Probe> {
  try {
    await client.readAll({ from: null, limit: 1, backwards: true, requiresLeader: true }, () => true);
    return { kind: 'ok' };
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return await explained(client.address, error.failure);
  }
}

async function explained(address: Address, { kind, reason }: ReadFailure): Promise<Probe> {
  const { host, port, tls, shown } = address;
  const where = `${host}:${port}`;
  const wrong = (why: string): Probe => ({ kind: 'wrong', reason: `EVENTSTORE_URL: ${why}` });
  if (kind === 'denied')
    return wrong(
      `${where} refuses the user or the password, or lets that user not read $all; name another in the URL`,
    );
  if (kind === 'not-leader') {
    return {
      kind: 'wait',
      reason: `EventStoreDB at ${where} is only a follower and knows no leader to write to; waiting for its cluster, or name its leader in EVENTSTORE_URL`,
    };
  }
  if (/wrong version number/.test(reason)) {
    return wrong(`${where} does not speak TLS; add tls=false, like esdb://${where}?tls=false`);
  }
  if (/certificate/.test(reason)) {
    return wrong(
      `the certificate of ${where} is not trusted; name its authority, like ${shown}${shown.includes('?') ? '&' : '?'}tlsCAFile=/path/ca.crt`,
    );
  }
  if (/Failed to connect/.test(reason) && !tls && (await speaksTls(address))) {
    return wrong(`${where} wants TLS; take tls=false away and name a user and a password`);
  }
  if (kind === 'other' || /Protocol error|UNIMPLEMENTED/.test(reason)) {
    return wrong(
      `what answers at ${where} is no EventStoreDB; name its gRPC port, which is 2113 unless changed`,
    );
  }
  return { kind: 'wait', reason: `EventStoreDB at ${where} cannot be reached (${short(reason)})` };
}

/** Extracts the cause from gRPC's long error message. */
function short(reason: string): string {
  const [, inner = reason] = /Last error: (?:Error: )?(.*?)\.? Resolution note:/s.exec(reason) ?? [];
  return inner.replace(/^\d+ [A-Z_]+: /, '').trim();
}

async function speaksTls({ host, port }: Address): Promise<boolean> {
  const socket = connect({ host, port, rejectUnauthorized: false, timeout: TLS_MS });
  try {
    await Promise.race([
      once(socket, 'secureConnect'),
      once(socket, 'timeout').then(() => Promise.reject(new Error('timeout'))),
    ]);
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
