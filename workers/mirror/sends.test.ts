import { sampleEvent, sampleStream } from '@crm/platform/event-store/contract/samples.ts';
import { type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import type { Message } from '@crm/platform/kafka/client.ts';
import { kafkaUnusable } from '@crm/platform/kafka/failure.ts';
import { expect, test } from 'vitest';
import { sendHalved, sendsOf } from './sends.ts';

const TOPIC_LIMIT = 1_048_588;
const event = (text: string): RecordedEvent => ({
  ...sampleEvent({ text }),
  stream: sampleStream(),
  revision: 0,
  position: START,
  at: new Date(),
});
const wireBytes = (messages: readonly Message[]) =>
  messages.reduce(
    (sum, { key, value, headers }) =>
      sum + Buffer.byteLength(key + value + Object.entries(headers).flat().join('')),
    0,
  );
const keysOf = (sends: readonly (readonly Message[])[]) => sends.flat().map(({ key }) => key);

test.each([
  ['letters of three bytes', 'ไ'.repeat(1_000), 1_000],
  ['many small events', '', 5_000],
])('a send of %s fits into a topic with the default limit', (_, text, count) => {
  const events = Array.from({ length: count }, () => event(text));
  const sends = [...sendsOf(events, 'history')];
  expect(keysOf(sends)).toEqual(events.map(({ stream }) => stream));
  expect(Math.max(...sends.map(wireBytes))).toBeLessThan(0.75 * TOPIC_LIMIT);
});

const tooLarge = kafkaUnusable(Object.assign(new Error('x'), { type: 'MESSAGE_TOO_LARGE' }), {
  tls: false,
  login: null,
});
const messages = Array.from({ length: 10 }, (_, n) => ({ key: String(n), value: '', headers: {} }));

test('a send that the topic finds too large is halved until it fits, in order', async () => {
  const taken: (readonly Message[])[] = [];
  await sendHalved(async (some) => {
    if (some.length > 2) throw tooLarge;
    taken.push(some);
  }, messages);
  expect(keysOf(taken)).toEqual(messages.map(({ key }) => key));
});

test('one event that is too large, and any other refusal, is thrown', async () => {
  const tried: number[] = [];
  const one = sendHalved(async (some) => {
    tried.push(some.length);
    throw tooLarge;
  }, messages);
  await expect(one).rejects.toBe(tooLarge);
  expect(tried).toEqual([10, 5, 3, 2, 1]);
  const away = new Error('away');
  await expect(sendHalved(() => Promise.reject(away), messages)).rejects.toBe(away);
});
