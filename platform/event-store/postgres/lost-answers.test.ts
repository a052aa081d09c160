import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { idsOf, sampleAppend, sampleStream } from '../contract/samples.ts';
import { openEventStore } from '../open.ts';

// A Postgres behind a line that can be cut between an append and its answer.

const database = await testDatabase();
const line = await cuttableLine(database.url);
const store = openEventStore({ kind: 'postgres', url: line.url });
const direct = openEventStore({ kind: 'postgres', url: database.url });
afterEach(() => line.heal());
afterAll(async () => {
  await store.close();
  await direct.close();
  line.close();
});

it('settles a lost answer by sending the same ids again: one effect, the right answer', async () => {
  await store.append(sampleAppend(sampleStream(), 'none')); // a connection stands
  const appends = [sampleAppend(sampleStream(), 'none', 2), sampleAppend(sampleStream(), 'none')];
  line.swallowAnswers(1);
  const outcomes = await Promise.all(appends.map((append) => store.append(append)));
  expect(outcomes).toMatchObject([
    { kind: 'appended', revision: 1, repeated: true },
    { kind: 'appended', revision: 0, repeated: true },
  ]);
  for (const { stream, events } of appends) {
    expect(idsOf(await direct.readStream(stream))).toEqual(idsOf(events));
  }
});

it('says unknown when no answer comes through, and the same ids may be sent again', async () => {
  const append = sampleAppend(sampleStream(), 'none', 2);
  line.swallowAnswers(100);
  expect(await store.append(append)).toMatchObject({ kind: 'unknown' });
  line.heal();
  expect(await store.append(append)).toMatchObject({ kind: 'appended', revision: 1, repeated: true });
  expect(idsOf(await direct.readStream(append.stream))).toEqual(idsOf(append.events));
});

it('says unavailable when nothing could be sent', async () => {
  line.refuse();
  await sleep(100); // noticed
  const append = sampleAppend(sampleStream(), 'none');
  expect(await store.append(append)).toMatchObject({ kind: 'unavailable' });
  expect(await direct.readStream(append.stream)).toEqual([]);
});

/** A port of this machine that leads to a Postgres, and the url of the database by that way. */
async function cuttableLine(url: string) {
  const way = new URL(url);
  const host = way.searchParams.get('host') ?? way.hostname;
  const port = Number(way.port || 5432);
  let toSwallow = 0;
  let refusing = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (refusing) {
      near.destroy();
      return;
    }
    const far = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host);
    for (const socket of [near, far]) {
      sockets.add(socket.on('error', () => {}));
      socket.once('close', () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      });
    }
    let appending = false;
    near.on('data', (sent) => {
      appending ||= sent.includes('event_store.append(');
      far.write(sent);
    });
    far.on('data', (answer) => {
      if (appending && toSwallow > 0) {
        toSwallow -= 1;
        near.destroy();
      } else {
        near.write(answer);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  way.searchParams.delete('host');
  way.hostname = '127.0.0.1';
  way.port = String((server.address() as AddressInfo).port); // an edge: it listens on a port, not on a socket file
  return {
    url: way.href,
    /** The next so many answers to an append are lost, and their connections with them. */
    swallowAnswers(count: number) {
      toSwallow = count;
      for (const socket of sockets) socket.destroy(); // so that each sends its statement anew
    },
    /** Ends every connection and takes no more. */
    refuse() {
      refusing = true;
      for (const socket of sockets) socket.destroy();
    },
    heal() {
      toSwallow = 0;
      refusing = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
