import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { SIGNED_OUT_EVENT } from '@crm/contracts/live/event-names.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import type { KnownCaller } from '@crm/platform/access/callers-of.ts';
import { noBroadcast } from '@crm/platform/broadcast/broadcast.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { listen } from '@crm/platform/net/listen.ts';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openGateway } from './gateway.ts';

/** By token. */
const sessions = new Map<string, () => Promise<KnownCaller>>();
/** What the next reads of sessions wait for. */
let beforeSessions: Promise<unknown> | null = null;
/** How many reads of sessions have started. */
let reads = 0;
const gateway = openGateway({
  callersOf: async (tokens) => {
    reads += 1;
    await beforeSessions;
    return new Map(
      tokens.flatMap((token) => {
        const found = sessions.get(token);
        return found ? [[token, found()]] : [];
      }),
    );
  },
  accountsShown: async () => {},
  broadcast: noBroadcast,
  log: openLog('silent'),
});
const server = createServer();
const detach = gateway.attach(server);
const port = await listen(server);

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await detach();
  await new Promise((closed) => server.close(closed));
});

/** A user of a new tenant with a session. */
function signedIn(): string {
  const caller: KnownCaller['caller'] = {
    kind: 'user',
    id: UserId.parse(randomUUID()),
    tenant: TenantId.parse(randomUUID()),
    name: 'An admin',
    role: 'admin',
    seesAllLeads: true,
    sessionId: randomUUID(),
    position: null,
  };
  const token = randomUUID();
  sessions.set(token, async () => ({ caller, tenant: { phase: 'active' } }));
  return token;
}

/** A socket of a session; throws the reason of a refusal. */
async function online(token = signedIn()) {
  const socket = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
  });
  sockets.push(socket);
  let signedOut = false;
  socket.on(SIGNED_OUT_EVENT, () => {
    signedOut = true;
  });
  await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('connect_error', reject));
  return { token, socket, isSignedOut: () => signedOut };
}

test('closes the sockets of revoked sessions, whatever the states of tenants that cannot be read', async () => {
  const [newer, hanging, revoked] = [await online(), await online(), await online()];
  sessions.set(newer.token, async () => {
    throw new Error('Its stream has events of a newer program');
  });
  sessions.set(hanging.token, () => new Promise<never>(() => {}));
  sessions.delete(revoked.token);
  await vi.waitFor(() => expect(revoked.isSignedOut()).toBe(true));
  // Also in the check after it.
  const later = await online();
  sessions.delete(later.token);
  await vi.waitFor(() => expect(later.isSignedOut()).toBe(true));
  expect([newer, hanging].map(({ socket }) => socket.connected)).toEqual([true, true]);

  sessions.delete(newer.token);
  sessions.delete(hanging.token);
  await vi.waitFor(() => expect([newer, hanging].map((one) => one.isSignedOut())).toEqual([true, true]));
});

test.each([
  ['fails', () => Promise.reject(new Error('Its stream has events of a newer program'))],
  ['hangs', () => new Promise<never>(() => {})],
])('refuses a new socket for now while the read of its tenant %s, and then admits it', async (_, read) => {
  const token = signedIn();
  const readable = sessions.get(token) ?? read;
  sessions.set(token, read);
  await expect(online(token)).rejects.toThrow('unavailable');
  sessions.set(token, readable);
  expect((await online(token)).socket.connected).toBe(true);
});

test('refuses a new socket for now while the read of sessions hangs, and then admits it', async () => {
  const token = signedIn();
  let answer = () => {};
  beforeSessions = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await expect(online(token)).rejects.toThrow('unavailable');
  beforeSessions = null;
  answer();
  expect((await online(token)).socket.connected).toBe(true);
});

test('a read of sessions that hangs holds back no later check', async () => {
  const revoked = await online();
  const before = reads;
  beforeSessions = new Promise<never>(() => {});
  sessions.delete(revoked.token);
  await vi.waitFor(() => expect(reads).toBe(before + 1));
  beforeSessions = null;
  await vi.waitFor(() => expect(revoked.isSignedOut()).toBe(true));
});
