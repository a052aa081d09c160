import { randomUUID } from 'node:crypto';
import { logout } from '@crm/contracts/auth/auth.ts';
import type { Sent } from '@crm/contracts/endpoint.ts';
import { bulkDelete } from '@crm/contracts/leads/bulk.ts';
import { createLead } from '@crm/contracts/leads/write.ts';
import { HINT_EVENT, READ_AGAIN_EVENT, SIGNED_OUT_EVENT } from '@crm/contracts/live/event-names.ts';
import { Hint } from '@crm/contracts/live/hint.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { startProduct as startProcess } from '@crm/platform/test/product.ts';
import type { Socket } from 'socket.io-client';
import { afterAll, expect, test, vi } from 'vitest';
import { fetchServed } from '../served.ts';
import { connectionsOf, nameConnections } from './connections.ts';
import { connected, openSocket } from './live-socket.ts';
import { startProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { leadForm, postbackForm } from './samples.ts';

/**
 * Two complete products on one database. `first` is a child process, started first and so the leader;
 * `second` runs here.
 */
const receiver = await openReceiver();
const database = await testDatabase();
const allow = { postbackAllow: '127.0.0.1/32' };
const first = await startProcess({
  ...allow,
  demoLeads: 2,
  databaseUrl: nameConnections(database.url, 'main.ts'),
});
const second = await startProduct(
  { DEMO_LEADS: '2', POSTBACK_ALLOW: allow.postbackAllow },
  { onto: database },
);
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await first.remove();
  await receiver.close();
});

const admin = await second.signIn('admin@demo.test');
const urls = { first: first.url, second: second.app.listeningOrigin };
const isLedBySecond = () => second.logged().includes('"leading"');

/** Creates a lead through one of the two processes and returns its id. */
const create = {
  second: async () => (await admin.ask(createLead, { body: leadForm() })).data.lead._id,
  first: async () => {
    const response = await fetchServed(`${first.url}/api${createLead.path}`, {
      method: createLead.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify(leadForm() satisfies Sent<typeof createLead, 'body'>),
    });
    expect(response.status).toBe(201);
    return createLead.data.parse((await response.json()).data).lead._id;
  },
};
const names = ['first', 'second'] as const;

/** A browser that is connected to one of the two processes, with the events that it received. */
async function browser(at: (typeof names)[number], token: string) {
  const socket = openSocket(urls[at], token, { reconnection: false });
  sockets.push(socket);
  const hints: Hint[] = [];
  const received = { signedOut: false, readAgain: false };
  socket.on(HINT_EVENT, (hint) => hints.push(Hint.parse(hint)));
  socket.on(SIGNED_OUT_EVENT, () => {
    received.signedOut = true;
  });
  socket.on(READ_AGAIN_EVENT, () => {
    received.readAgain = true;
  });
  await connected(socket);
  return {
    received,
    topics: () => hints.map(({ topic }) => topic),
    ids: () => hints.flatMap(({ ids }) => ids),
  };
}
const browsers = (token: string) => Promise.all(names.map((at) => browser(at, token)));

// The limits of all pools together, as in the README.
test('a whole process holds at most 68 connections to Postgres, one of them for leadership', async () => {
  const open = await connectionsOf(database, 'main.ts');
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThanOrEqual(68);
  // Of the second process, whose names are not set. It opens another one when Postgres does not answer in time.
  await expect.poll(() => connectionsOf(database, 'crm leadership')).toBe(1);
});

test('hints of a change through either process reach the browsers of both', async () => {
  const both = await browsers(admin.token);
  expect(isLedBySecond()).toBe(false);
  for (const at of names) {
    const id = await create[at]();
    for (const { ids } of both) await vi.waitFor(() => expect(ids(), at).toContain(id));
  }
});

test('hints of bulk actions and deliveries reach the browsers of both processes', async () => {
  const body = { ...postbackForm(receiver.url), triggerEvents: ['new_lead' as const] };
  const { postback } = (await admin.ask(createPostback, { body })).data;
  const both = await browsers(admin.token);
  await create.second();
  await vi.waitFor(() => expect(receiver.receipts).toHaveLength(1));
  for (const { ids, topics } of both) {
    await vi.waitFor(() => expect(topics()).toContain('postback-logs'));
    expect(ids()).toContain(postback._id);
  }
  await admin.ask(bulkDelete, { body: { leadIds: Array.from({ length: 201 }, () => randomUUID()) } });
  for (const { topics } of both) await vi.waitFor(() => expect(topics()).toContain('batches'));
});

test('a session that is ended through one process loses its sockets in both', async () => {
  const leaving = await second.signIn('admin@demo.test');
  const both = await browsers(leaving.token);
  await leaving.ask(logout);
  for (const { received } of both) await vi.waitFor(() => expect(received.signedOut).toBe(true));
});

test('when the leader is killed the other process takes over, its browsers refetch, and hints reach both again', async () => {
  const before = await browser('second', admin.token);
  await first.end('SIGKILL');
  const id = await create.second();
  await vi.waitFor(() => expect(before.ids()).toContain(id));
  expect(isLedBySecond()).toBe(true);
  await vi.waitFor(() => expect(before.received.readAgain).toBe(true));

  await first.again();
  const both = await browsers(admin.token);
  for (const at of names) {
    const next = await create[at]();
    for (const { ids } of both) await vi.waitFor(() => expect(ids(), at).toContain(next));
  }
});
