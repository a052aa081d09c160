import { once } from 'node:events';
import { connect } from 'node:tls';
import type { Address } from './address.ts';
import { type Client, openClient } from './client.ts';
import { ReadFailed, type ReadFailure } from './failure.ts';

/**
 * Whether a server is usable. `wait`: may recover by itself; `wrong`: a person must change something. Reasons are one
 * line.
 */
export type Probe = { kind: 'ok' } | { kind: 'wait'; reason: string } | { kind: 'wrong'; reason: string };

const TLS_MS = 3_000;

/** Checks a server or a cluster by reading the last event from its leader, over a new connection. Throws UrlWrong. */
export async function probe(url: string): Promise<Probe> {
  const client = openClient(url);
  try {
    const failure = await failureOver(client);
    // A follower that names its leader has sent the client there.
    return failure?.kind === 'not-leader' ? await probeOver(client) : await found(client.address, failure);
  } finally {
    void client.close();
  }
}

/** Checks a server over an existing connection, for repeated checks. */
export async function probeOver(client: Client): Promise<Probe> {
  return found(client.address, await failureOver(client));
}

async function failureOver(client: Client): Promise<ReadFailure | null> {
  try {
    await client.readAll({ from: null, limit: 1, backwards: true, requiresLeader: true }, () => true);
    return null;
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return error.failure;
  }
}

async function found(address: Address, failure: ReadFailure | null): Promise<Probe> {
  if (failure === null) return { kind: 'ok' };
  return /^Failed to discover/.test(failure.reason) ? notDiscovered(address) : explained(address, failure);
}

/** The client does not say why no node named a leader, so each node is asked alone. */
async function notDiscovered({ nodes }: Address): Promise<Probe> {
  const alone = await Promise.all(nodes.map(({ url }) => probe(url)));
  const wrong = alone.find(({ kind }) => kind === 'wrong');
  if (wrong && alone.every(({ kind }) => kind !== 'ok')) return wrong;
  const reasons = alone.flatMap((each) => (each.kind === 'ok' ? [] : [each.reason]));
  return { kind: 'wait', reason: reasons.join('; ') || 'The nodes of EventStoreDB name no leader yet' };
}

async function explained(address: Address, { kind, reason }: ReadFailure): Promise<Probe> {
  const { nodes, tls, shown } = address;
  const where = nodes.map(({ host, port }) => `${host}:${port}`).join(', ');
  const wrong = (why: string): Probe => ({ kind: 'wrong', reason: `EVENTSTORE_URL: ${why}` });
  if (kind === 'denied')
    return wrong(
      `${where} refuses the user or the password, or lets that user not read $all; name another in the URL`,
    );
  if (kind === 'not-leader') {
    return {
      kind: 'wait',
      reason: `EventStoreDB at ${where} is only a follower and knows no leader to write to; waiting for its cluster`,
    };
  }
  if (/wrong version number/.test(reason)) {
    return wrong(`${where} does not speak TLS; add tls=false, like esdb://${where}?tls=false`);
  }
  const [, names] =
    /altnames: .* is not in the cert's (?:altnames|list): (.*?)\.? Resolution note:/.exec(reason) ?? [];
  if (names !== undefined)
    return wrong(`the certificate of ${where} is for other names (${names}); name the node by one of them`);
  if (/CERT_HAS_EXPIRED|certificate has expired|not yet valid/.test(reason))
    return wrong(`the certificate of ${where} cannot be used now (${short(reason)})`);
  if (/certificate/.test(reason)) {
    const example = `${shown}${shown.includes('?') ? '&' : '?'}tlsCAFile=/path/ca.crt`;
    return wrong(
      `the certificate of ${where} is not trusted; ${/tlsCAFile=/i.test(shown) ? 'tlsCAFile names another authority than that of the server' : `name its authority, like ${example}`}`,
    );
  }
  if (/Failed to connect/.test(reason) && !tls && (await someSpeakTls(nodes))) {
    return wrong(`${where} wants TLS; take tls=false away and name a user and a password`);
  }
  if (kind === 'other' || /Protocol error|UNIMPLEMENTED/.test(reason)) {
    return wrong(
      `what answers at ${where} is no EventStoreDB; name its gRPC port, which is 2113 unless changed`,
    );
  }
  return { kind: 'wait', reason: `EventStoreDB at ${where} cannot be reached (${short(reason)})` };
}

/** Extracts the cause from gRPC's long error message, in which it may be missing. */
export function short(reason: string): string {
  const [, inner = reason] = /Last error: (?:Error[^:]*: )?(.*?)\.? Resolution note:/s.exec(reason) ?? [];
  if (inner === 'null') return 'no connection';
  return inner.replace(/^\d+ [A-Z_]+: /, '').trim();
}

const someSpeakTls = async (nodes: Address['nodes']): Promise<boolean> =>
  (await Promise.all(nodes.map(speaksTls))).includes(true);

async function speaksTls({ host, port }: Address['nodes'][number]): Promise<boolean> {
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
