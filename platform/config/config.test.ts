import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../test/scratch.ts';
import { type Config, readConfig } from './config.ts';

const dataDir = scratchFolder();

function right(env: NodeJS.ProcessEnv): Config {
  const result = readConfig({ DATA_DIR: dataDir, ...env });
  if (result.kind === 'wrong') throw new Error(result.lines.join('\n'));
  return result.config;
}

function wrong(env: NodeJS.ProcessEnv): string[] {
  const result = readConfig({ DATA_DIR: dataDir, ...env });
  return result.kind === 'wrong' ? result.lines : [];
}

test('the defaults run the whole product on one machine', () => {
  const { secretKey, ...config } = right({});
  expect(config).toEqual({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDir,
    database: { kind: 'embedded' },
    store: { kind: 'postgres' },
    mirror: { kind: 'none' },
    mail: {
      kind: 'outbox',
      folder: path.join(dataDir, 'outbox'),
      from: 'Lead Management System <no-reply@localhost>',
    },
    supportEmail: null,
    payments: { kind: 'test' },
    renewal: { paymentAddress: null, instructions: null, chatGroup: null },
    oldSecretKey: null,
    trustProxy: [],
    logLevel: 'info',
    drainMs: 0,
    metrics: { kind: 'off' },
    tracing: { kind: 'off' },
    ingestLimit: { kind: 'per-second', leads: 50 },
    postbackAllow: [],
    tenantRetentionDays: 30,
    demo: { kind: 'on', leads: 400 },
  });
  expect(secretKey.length).toBeGreaterThanOrEqual(32);
});

test('the secret key is generated once and readable only by its owner', () => {
  const { secretKey } = right({});
  expect(right({}).secretKey).toBe(secretKey);
  const file = path.join(dataDir, 'secret.key');
  expect(readFileSync(file, 'utf8')).toBe(secretKey);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('every variable sets its field', () => {
  const config = right({
    HOST: '0.0.0.0',
    PORT: '8080',
    DATABASE_URL: 'postgresql://a:b@db/crm',
    SECRET_KEY: 'x'.repeat(32),
    EVENTSTORE_URL: 'esdb://store:2113?tls=false',
    KAFKA_BROKERS: 'one:9092, two:9092',
    KAFKA_TOPIC: 'sales-events',
    KAFKA_TLS: 'on',
    KAFKA_USERNAME: 'crm',
    KAFKA_PASSWORD: 'hunter2',
    KAFKA_MECHANISM: 'plain',
    SMTP_URL: 'smtp://mail:25',
    MAIL_FROM: 'crm@example.com',
    RAZORPAY_KEY_ID: 'id',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'hook',
    TRUST_PROXY: '10.0.0.0/8,::1',
    LOG_LEVEL: 'debug',
    METRICS_TOKEN: 'm'.repeat(16),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_SERVICE_NAME: 'crm-workers',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    INGEST_LIMIT: '0',
    POSTBACK_ALLOW: '127.0.0.1/32',
  });
  expect(config).toMatchObject({
    tracing: { kind: 'otlp', url: 'http://collector:4318', service: 'crm-workers', share: 0.25 },
    publicUrl: 'http://127.0.0.1:8080',
    database: { kind: 'external', url: 'postgresql://a:b@db/crm' },
    store: { kind: 'eventstoredb', url: 'esdb://store:2113?tls=false' },
    mirror: {
      kind: 'kafka',
      kafka: {
        brokers: ['one:9092', 'two:9092'],
        topic: 'sales-events',
        tls: true,
        login: { mechanism: 'plain', username: 'crm', password: 'hunter2' },
      },
    },
    mail: { kind: 'smtp', url: 'smtp://mail:25', from: 'crm@example.com' },
    payments: { kind: 'razorpay', keyId: 'id', keySecret: 'secret', webhookSecret: 'hook' },
    secretKey: 'x'.repeat(32),
    trustProxy: ['10.0.0.0/8', '::1'],
    logLevel: 'debug',
    metrics: { kind: 'token', token: 'm'.repeat(16) },
    ingestLimit: { kind: 'none' },
    postbackAllow: ['127.0.0.1/32'],
    demo: { kind: 'off' },
  });
});

test('demo data is on by default only with the embedded database', () => {
  const external = { DATABASE_URL: 'postgres://a@b/c', SECRET_KEY: 'x'.repeat(32) };
  expect(right({ DEMO: 'off' }).demo).toEqual({ kind: 'off' });
  expect(right({ ...external, DEMO: 'on', DEMO_LEADS: '0' }).demo).toEqual({ kind: 'on', leads: 0 });
});

test('an empty variable counts as unset', () => {
  expect(right({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, database: { kind: 'embedded' } });
});

test('each invalid variable is reported in one line with its name and the valid values', () => {
  expect(
    wrong({
      PORT: '70000',
      PUBLIC_URL: 'crm.example.com',
      DATABASE_URL: 'mysql://root:hunter2@db/crm',
      KAFKA_BROKERS: 'broker',
      KAFKA_TOPIC: 'crm events',
      KAFKA_MECHANISM: 'oauth',
      TRUST_PROXY: '10.0.0.0/33',
      LOG_LEVEL: 'loud',
      METRICS_TOKEN: 'short',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      OTEL_TRACES_SAMPLER_ARG: '2',
      DEMO: 'maybe',
    }),
  ).toEqual([
    'PORT must be a whole number from 1 to 65535',
    'PUBLIC_URL must be like https://crm.example.com',
    'DATABASE_URL must be like postgresql://user:password@host:5432/database',
    'KAFKA_BROKERS must be like host:9092,host2:9092, without kafka:// before it',
    'KAFKA_TOPIC must be like crm-events: at most 249 letters, digits, dots, dashes and underscores',
    'KAFKA_MECHANISM must be one of plain, scram-sha-256, scram-sha-512',
    'TRUST_PROXY must be addresses or CIDRs with commas between, like 10.0.0.0/8,::1',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    'METRICS_TOKEN must be a random text of at least 16 characters without spaces',
    'OTEL_EXPORTER_OTLP_ENDPOINT must be like http://collector:4318',
    'OTEL_TRACES_SAMPLER_ARG must be a share of all traces from 0 to 1, like 0.1',
    'DEMO must be on or off',
  ]);
});

test('a missing variable that another one requires is reported', () => {
  expect(wrong({ DATABASE_URL: 'postgres://a@b/c', RAZORPAY_KEY_ID: 'id', KAFKA_USERNAME: 'crm' })).toEqual([
    'SECRET_KEY must be set together with DATABASE_URL: a random text of at least 32 characters, the same for every process',
    'RAZORPAY_KEY_SECRET must be set when another RAZORPAY_ variable is',
    'RAZORPAY_WEBHOOK_SECRET must be set when another RAZORPAY_ variable is',
    'KAFKA_PASSWORD must be set with KAFKA_USERNAME',
  ]);
});

test('one of several processes requires DATABASE_URL', () => {
  expect(readConfig({ DATA_DIR: dataDir }, 'part')).toEqual({
    kind: 'wrong',
    lines: ['DATABASE_URL must be set to the Postgres that this process shares with the others'],
  });
});

test('an unusable data folder is reported in one line', () => {
  const [line, ...more] = wrong({ DATA_DIR: '/dev/null/data' });
  expect(line).toMatch(/^DATA_DIR must be a folder that can be written to/);
  expect(more).toEqual([]);
});
