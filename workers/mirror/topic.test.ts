import type { TopicState } from '@crm/platform/kafka/client.ts';
import { kafkaUnusable } from '@crm/platform/kafka/failure.ts';
import { expect, test } from 'vitest';
import { wrongSetting } from './topic.ts';

const right = {
  'cleanup.policy': 'delete',
  'retention.ms': '604800000',
  'max.message.bytes': '1048588',
  'min.insync.replicas': '2',
};
const topic = (settings: Record<string, string> | null, replicas = 3): TopicState => ({
  partitions: 12,
  replicas,
  ends: new Map(),
  settings: settings && new Map(Object.entries({ ...right, ...settings })),
});

test('a topic is right with the defaults of Kafka, and when its settings are not known', () => {
  expect(wrongSetting('t', topic({}))).toBeNull();
  expect(wrongSetting('t', topic(null, 1))).toBeNull();
});

test.each([
  [{ 'cleanup.policy': 'compact' }, 3, /cleanup.policy=compact.* last event .*: set cleanup.policy=delete/],
  [{ 'cleanup.policy': 'compact,delete' }, 3, /set cleanup.policy=delete/],
  [{ 'max.message.bytes': '100000' }, 3, /max.message.bytes=100000: set it to 1048588/],
  [{ 'min.insync.replicas': '2' }, 1, /1 replicas and min.insync.replicas=2.* set min.insync.replicas to 1/],
])('%o with %i replicas is named with what would be right', (settings, replicas, line) => {
  expect(wrongSetting('t', topic(settings, replicas))).toMatch(line);
});

const plain = { tls: false, login: null };
const named = (name: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { name, ...more });

test.each([
  [named('KafkaJSProtocolError', 'x', { type: 'MESSAGE_TOO_LARGE' }), /raise its max.message.bytes/],
  [named('KafkaJSProtocolError', 'x', { type: 'UNKNOWN_TOPIC_OR_PARTITION' }), /^The topic is missing$/],
  [named('KafkaJSProtocolError', 'x', { type: 'NOT_ENOUGH_REPLICAS' }), /fewer in-sync replicas/],
  [named('KafkaJSProtocolError', 'x', { type: 'TOPIC_AUTHORIZATION_FAILED' }), /KAFKA_USERNAME may not use/],
  [named('KafkaJSSASLAuthenticationError', 'SCRAM failed'), /check KAFKA_USERNAME, KAFKA_PASSWORD/],
  [named('KafkaJSConnectionError', 'self-signed certificate'), /NODE_EXTRA_CA_CERTS/],
  [
    named('KafkaJSConnectionError', 'connect ECONNREFUSED'),
    /No answer \(connect ECONNREFUSED\).*KAFKA_TLS is off/,
  ],
])('an error of the client is one line for operators: %s', (error, line) => {
  const wrapped = named('KafkaJSNumberOfRetriesExceeded', error.message, { cause: error });
  expect(kafkaUnusable(wrapped, plain).message).toMatch(line);
});
