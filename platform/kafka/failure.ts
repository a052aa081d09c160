import type { KafkaSettings } from './settings.ts';

/** Kafka cannot be used now. The message is one line with the problem and, where it is known, what would be right. */
export class KafkaUnusable extends Error {
  override name = 'KafkaUnusable';
  /** Whether fewer messages at once may be accepted. */
  readonly isTooLarge: boolean;
  constructor(message: string, isTooLarge = false) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

/** A broker's refusal in words for an operator, by its name in Kafka's protocol. */
const refusals: Readonly<Record<string, string>> = {
  MESSAGE_TOO_LARGE:
    'An event is larger than the topic accepts: raise its max.message.bytes to 1048588, the default of Kafka',
  RECORD_LIST_TOO_LARGE:
    'Events are larger than the topic accepts: raise its max.message.bytes to 1048588, the default of Kafka',
  NOT_ENOUGH_REPLICAS:
    'The topic has fewer in-sync replicas than its min.insync.replicas: start the missing brokers, or lower the setting',
  NOT_ENOUGH_REPLICAS_AFTER_APPEND:
    'The topic has fewer in-sync replicas than its min.insync.replicas: start the missing brokers, or lower the setting',
  UNKNOWN_TOPIC_OR_PARTITION: 'The topic is missing',
  TOPIC_AUTHORIZATION_FAILED:
    'The user of KAFKA_USERNAME may not use the topic: allow Describe, DescribeConfigs and Write (postbacks: Read)',
  CLUSTER_AUTHORIZATION_FAILED: 'The user of KAFKA_USERNAME may not use the cluster: allow Describe',
  GROUP_AUTHORIZATION_FAILED: 'The user of KAFKA_USERNAME may not use the consumer group: allow Read on it',
  POLICY_VIOLATION: 'A policy of the cluster forbids it',
  UNSUPPORTED_SASL_MECHANISM:
    'The brokers do not offer the sign-in of KAFKA_MECHANISM: set one of sasl.enabled.mechanisms',
};

const tooLarge: ReadonlySet<string> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

const certificateFailures = /certificate|CERT_|self.signed|altnames/i;

/** One line about an error of the Kafka client, whose own texts name classes and repeat themselves. */
export function kafkaUnusable(
  error: unknown,
  { tls, login }: Pick<KafkaSettings, 'tls' | 'login'>,
): KafkaUnusable {
  if (error instanceof KafkaUnusable) return error;
  const chain = causesOf(error);
  const isOf = (name: RegExp) => chain.some((each) => name.test(each.name));
  const refusal = chain.map(({ type }) => refusals[type]).find((text) => text !== undefined);
  if (refusal !== undefined)
    return unusable(
      refusal,
      chain.some(({ type }) => tooLarge.has(type)),
    );
  const message = chain.at(-1)?.message ?? String(error);
  if (chain.some((each) => certificateFailures.test(each.message)))
    return unusable(
      `The certificate of a broker is not accepted (${message}): add its authority with NODE_EXTRA_CA_CERTS`,
    );
  if (isOf(/SASLAuthentication/))
    return unusable(
      'The brokers refuse the sign-in: check KAFKA_USERNAME, KAFKA_PASSWORD and KAFKA_MECHANISM',
    );
  if (login && isOf(/DoesNotSupportApiKey/))
    return unusable('The brokers know no sign-in: unset KAFKA_USERNAME and KAFKA_PASSWORD');
  if (isOf(/Protocol/)) return unusable(message);
  return unusable(
    `No answer (${message}): check KAFKA_BROKERS, that the brokers run, and that they ${tls ? 'use TLS, since KAFKA_TLS is on' : 'use no TLS, since KAFKA_TLS is off'}`,
  );
}

const unusable = (text: string, isTooLarge = false) =>
  new KafkaUnusable(text.replaceAll(/\s+/g, ' ').trim(), isTooLarge);

/** `type`: the name of a refusal in Kafka's protocol. */
type Cause = { name: string; type: string; message: string };

/** The error and its causes, the innermost last. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let each = error; each instanceof Error && causes.length < 10; each = each.cause) {
    const type = 'type' in each && typeof each.type === 'string' ? each.type : 'none';
    causes.push({ name: each.name, type, message: each.message });
  }
  return causes;
}
