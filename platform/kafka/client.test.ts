import { afterEach, expect, test } from 'vitest';
import { type FakeBrokers, fakeBrokers } from '../test/fake-brokers.ts';
import { openKafka } from './client.ts';
import { KafkaUnusable } from './failure.ts';

const NOT_LEADER = 6;
const messages = Array.from({ length: 40 }, (_, n) => ({ key: `lead-${n}`, value: '{}', headers: {} }));
let fake: FakeBrokers;
afterEach(() => fake.end());
const open = () => openKafka({ brokers: fake.brokers, topic: 'events', tls: false, login: null });

test('a send fails when a partition moves to a broker that has answered, and reaches both when it is repeated', async () => {
  fake = await fakeBrokers('events', [0, 1]);
  const written: number[] = [];
  let onAnswered = () => {};
  const answered = new Promise<void>((resolve) => {
    onAnswered = resolve;
  });
  fake.onWrite = async (partition, broker) => {
    if (broker === 0) {
      await answered;
      fake.leaders = [1, 1];
      return NOT_LEADER;
    }
    written.push(partition);
    setImmediate(onAnswered);
    return 0;
  };
  const first = open();
  await expect(first.send('events', 2, messages)).rejects.toThrow(KafkaUnusable);
  await first.close();
  expect(written).toEqual([1]);
  const second = open();
  await second.send('events', 2, messages);
  await second.close();
  expect(written.sort()).toEqual([0, 1, 1]);
});
