import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { z } from 'zod';
import { startContainer } from './container.ts';

/** A Kafka for a suite, and kcat as a consumer of it that is not ours. */
export type TestKafka = {
  /** False without kcat, which reads the topics: the suite's tests are then skipped, and counted as such. */
  isRunning: boolean;
  name: string;
  brokers: readonly string[];
  /** Lets the brokers answer nothing, until `thaw`. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  /** Creates a topic, with the settings that the brokers give by default. */
  create: (topic: string) => Promise<void>;
  /** All messages of a topic, each partition in its order. */
  read: (topic: string) => Promise<ReadMessage[]>;
  end: () => Promise<void>;
};

const ReadMessage = z.object({
  partition: z.int(),
  offset: z.int(),
  key: z.string(),
  /** Names and values in turn. */
  headers: z.array(z.string()).default([]),
  payload: z.string(),
});
export type ReadMessage = z.infer<typeof ReadMessage>;

const run = promisify(execFile);
const IMAGE = 'apache/kafka:3.9.0';
const MANY_BYTES = 256 * 1024 * 1024;

/**
 * Starts Kafka in a container where Docker is, else the mock cluster of librdkafka, which speaks Kafka's protocol.
 */
export async function startKafka(): Promise<TestKafka> {
  const kcat = await run('kcat', ['-V']).catch(() => null);
  if (!kcat) return absent;
  return (await inAContainer()) ?? (await mockCluster());
}

const missing = () => Promise.reject(new Error('kcat is not installed'));
const absent: TestKafka = {
  isRunning: false,
  name: 'not run: kcat is not installed',
  brokers: [],
  freeze: missing,
  thaw: missing,
  create: missing,
  read: missing,
  end: async () => {},
};

/** Starts a mock cluster of three brokers; kcat keeps it while it waits for messages. */
export async function mockCluster(): Promise<TestKafka> {
  const settings = ['-X', 'test.mock.num.brokers=3', '-d', 'mock'];
  const kcat = spawn('kcat', ['-b', 'localhost:1', ...settings, '-C', '-t', 'unused'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const brokers = await brokersOf(kcat);
  return {
    isRunning: true,
    name: 'the mock cluster of librdkafka',
    ...reading(brokers),
    freeze: async () => void kcat.kill('SIGSTOP'),
    thaw: async () => void kcat.kill('SIGCONT'),
    async end() {
      kcat.kill('SIGKILL');
      await once(kcat, 'exit');
    },
  };
}

/** The log of the mock cluster names its ports at the start. It is read on, so that kcat never waits for it. */
function brokersOf(kcat: ChildProcess): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let log = '';
    kcat.stderr?.on('data', (text: Buffer) => {
      if (log.length < 100_000) log += text;
      const found = /bootstrap\.servers=(\S+)/.exec(log)?.[1];
      if (found !== undefined) resolve(found.split(','));
    });
    kcat.once('error', reject);
    kcat.once('exit', () => reject(new Error(`kcat ended: ${log.slice(0, 500)}`)));
  });
}

async function inAContainer(): Promise<TestKafka | null> {
  const container = await startContainer({
    image: IMAGE,
    port: 9092,
    environment: (port) => ({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: 'PLAINTEXT://0.0.0.0:9092,CONTROLLER://localhost:9093',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_NUM_PARTITIONS: '4',
    }),
  });
  if (!container) return null;
  return {
    isRunning: true,
    name: IMAGE,
    ...reading([`127.0.0.1:${container.port}`]),
    freeze: container.stop,
    thaw: container.start,
    end: container.end,
  };
}

function reading(brokers: readonly string[]): Pick<TestKafka, 'brokers' | 'create' | 'read'> {
  const kcat = async (...args: string[]) =>
    (await run('kcat', ['-b', brokers.join(','), ...args], { maxBuffer: MANY_BYTES })).stdout;
  return {
    brokers,
    create: async (topic) => void (await kcat('-L', '-t', topic)), // both create a topic that is asked for
    read: async (topic) =>
      (await kcat('-C', '-t', topic, '-o', 'beginning', '-e', '-q', '-J'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => ReadMessage.parse(JSON.parse(line))),
  };
}
