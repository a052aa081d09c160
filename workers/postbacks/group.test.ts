import { randomUUID } from 'node:crypto';
import { openKafka } from '@crm/platform/kafka/client.ts';
import { openLog } from '@crm/platform/log/log.ts';
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
    // Until the brokers have divided the partitions, nobody is woken.
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
