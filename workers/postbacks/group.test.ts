import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { openKafka } from '@crm/platform/kafka/client.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { listen } from '@crm/platform/net/listen.ts';
import { startKafka } from '@crm/platform/test/kafka.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinGroup } from './group.ts';

const kafka = await startKafka();
afterAll(() => kafka.end());

describe.skipIf(!kafka.isRunning)(`postback workers as a consumer group (${kafka.name})`, () => {
  const topic = `events-${randomUUID()}`;
  const settings = { brokers: kafka.brokers, topic, tls: false, login: null };
  const client = openKafka(settings);
  beforeAll(() => kafka.create(topic));
  afterAll(() => client.close());

  function join() {
    const stopping = new AbortController();
    const member = { woken: 0, leave: async () => {} };
    const wake = () => {
      member.woken += 1;
    };
    const ended = joinGroup(wake, { kafka: settings, log: openLog('silent'), signal: stopping.signal });
    member.leave = async () => {
      stopping.abort();
      await ended;
    };
    return member;
  }
  const send = (type: string) =>
    client.send(
      topic,
      4,
      Array.from({ length: 40 }, () => ({ key: `lead-${randomUUID()}`, value: '{}', headers: { type } })),
    );

  test('wakes every member for its leads, and the one that is left for all', async () => {
    const members = [join(), join()];
    const [first, second] = members;
    // Until the brokers have divided the partitions, no member is woken.
    await expect
      .poll(async () => {
        await send('LeadCreated');
        return members.every(({ woken }) => woken > 0);
      })
      .toBe(true);
    await first?.leave();
    const before = second?.woken ?? 0;
    const other = first?.woken;
    await expect
      .poll(async () => {
        await send('LeadStatusChanged');
        return second?.woken;
      })
      .toBeGreaterThan(before + 4);
    expect(first?.woken).toBe(other);
    await second?.leave();
  });
});

test('a member leaves in time while the brokers do not answer', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  const port = await listen(silent);
  const stopping = new AbortController();
  const settings = { brokers: [`127.0.0.1:${port}`], topic: 'events', tls: false, login: null };
  const ended = joinGroup(() => {}, { kafka: settings, log: openLog('silent'), signal: stopping.signal });
  await once(silent, 'connection');
  // Ticks do not count a time for which a busy machine stops this process.
  let seconds = 0;
  const clock = setInterval(() => (seconds += 0.1), 100);
  stopping.abort();
  await ended;
  clearInterval(clock);
  // Without a limit of its own, it waits for the one of an answer, 10 s.
  expect(seconds).toBeLessThan(8);
  for (const socket of sockets) socket.destroy();
  silent.close();
});
