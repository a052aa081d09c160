import { isIP } from 'node:net';
import path from 'node:path';
import type { KafkaSettings } from '../kafka/settings.ts';
import type { LogLevel } from '../log/log.ts';
import { hasCluster } from '../postgres/cluster.ts';
import { NoInstallation } from '../postgres/installation.ts';
import { Environment } from './environment.ts';
import { hasSecretKey, keptSecretKey } from './secret-key.ts';

/** The checked configuration. Alternatives are unions, so that invalid combinations have no type. */
export type Config = {
  host: string;
  port: number;
  /** Without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  database: { kind: 'embedded' } | { kind: 'external'; url: string };
  store: { kind: 'postgres' } | { kind: 'eventstoredb'; url: string };
  /** Where a copy of every event goes (docs/events/README.md). */
  mirror: { kind: 'none' } | { kind: 'kafka'; kafka: KafkaSettings };
  mail: { kind: 'outbox'; folder: string; from: string } | { kind: 'smtp'; url: string; from: string };
  /** The address that users of blocked organisations write to; null hides it. */
  supportEmail: string | null;
  payments: { kind: 'test' } | { kind: 'razorpay'; keyId: string; keySecret: string; webhookSecret: string };
  /** How admins can renew besides the payment provider; null hides a part. `chatGroup` is an https URL. */
  renewal: { paymentAddress: string | null; instructions: string | null; chatGroup: string | null };
  secretKey: string;
  /** The key before `secretKey`, for `npm run change-key` only. */
  oldSecretKey: string | null;
  /** Addresses of proxies whose X-Forwarded-For header is trusted. */
  trustProxy: string[];
  logLevel: LogLevel;
  /** Time from SIGTERM to the end of listening (platform/shutdown/drain.ts). */
  drainMs: number;
  /** /metrics is off, or requires this bearer token. */
  metrics: { kind: 'off' } | { kind: 'token'; token: string };
  /** Spans go to an OpenTelemetry collector; `share` of the traces that begin here, from 0 to 1. */
  tracing: { kind: 'off' } | { kind: 'otlp'; url: string; service: string; share: number };
  /** Maximum number of public leads per second and address. */
  ingestLimit: { kind: 'none' } | { kind: 'per-second'; leads: number };
  /** Non-public addresses that postbacks may reach. */
  postbackAllow: string[];
  demo: { kind: 'off' } | { kind: 'on'; leads: number };
  /** Days in which a deleted organisation can be restored; then its rows are removed. */
  tenantRetentionDays: number;
};

export type ConfigResult = { kind: 'ok'; config: Config } | { kind: 'wrong'; lines: string[] };

/** The names of all variables that configure a process. */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

/** The kind of process that reads the configuration; see `readConfig`. */
type Reader = 'whole' | 'part' | 'beside' | 'restore';

/**
 * Reads the environment; no other module does. An empty variable counts as unset.
 *
 * @param kind 'whole' is a process that may create an installation. 'part' is one of several processes on one database; it
 *   requires DATABASE_URL. 'beside' is a command for an installation, and 'restore' one that needs the key of another
 *   installation: neither creates a key in a folder without a Postgres, which would be a wrong folder
 * @returns the configuration, or one line per invalid variable; lines never repeat values, because some are secret
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, kind: Reader = 'whole'): ConfigResult {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const first = new Map<string, string>();
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0]);
      if (!first.has(name)) first.set(name, issue.message);
    }
    return { kind: 'wrong', lines: [...first].map(([name, message]) => `${name} ${message}`) };
  }
  const lines = missing(parsed.data, kind);
  if (lines.length > 0) return { kind: 'wrong', lines };
  const dataDir = path.resolve(parsed.data.DATA_DIR);
  if (!parsed.data.SECRET_KEY && !hasSecretKey(dataDir)) {
    if (kind === 'restore')
      return {
        kind: 'wrong',
        lines: [
          `SECRET_KEY must be set to that of the installation that wrote the backup, or its secret.key copied into ${dataDir}`,
        ],
      };
    if (kind === 'beside' && !hasCluster(dataDir))
      return { kind: 'wrong', lines: [new NoInstallation(`the data folder ${dataDir}`).message] };
  }
  try {
    return {
      kind: 'ok',
      config: configOf(parsed.data, dataDir, parsed.data.SECRET_KEY ?? keptSecretKey(dataDir)),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'wrong', lines: [`DATA_DIR must be a folder that can be written to (${reason})`] };
  }
}

/** Reports required variables that are missing beside others. */
function missing(env: Environment, kind: Reader): string[] {
  const lines: string[] = [];
  if (kind === 'part' && !env.DATABASE_URL)
    lines.push('DATABASE_URL must be set to the Postgres that this process shares with the others');
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    lines.push(
      'SECRET_KEY must be set together with DATABASE_URL: a random text of at least 32 characters, the same for every process',
    );
  }
  const names = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;
  const unset = names.filter((name) => !env[name]);
  if (unset.length < names.length)
    lines.push(...unset.map((name) => `${name} must be set when another RAZORPAY_ variable is`));
  if (env.KAFKA_USERNAME && !env.KAFKA_PASSWORD) lines.push('KAFKA_PASSWORD must be set with KAFKA_USERNAME');
  if (env.KAFKA_PASSWORD && !env.KAFKA_USERNAME) lines.push('KAFKA_USERNAME must be set with KAFKA_PASSWORD');
  return lines;
}

function configOf(env: Environment, dataDir: string, secretKey: string): Config {
  const shown = ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST;
  const demo = env.DEMO ?? !env.DATABASE_URL;
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl:
      env.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${isIP(shown) === 6 ? `[${shown}]` : shown}:${env.PORT}`,
    dataDir,
    database: env.DATABASE_URL ? { kind: 'external', url: env.DATABASE_URL } : { kind: 'embedded' },
    store: env.EVENTSTORE_URL ? { kind: 'eventstoredb', url: env.EVENTSTORE_URL } : { kind: 'postgres' },
    mirror: mirrorOf(env),
    mail: env.SMTP_URL
      ? { kind: 'smtp', url: env.SMTP_URL, from: env.MAIL_FROM }
      : { kind: 'outbox', folder: path.join(dataDir, 'outbox'), from: env.MAIL_FROM },
    supportEmail: env.SUPPORT_EMAIL ?? null,
    payments: paymentsOf(env),
    renewal: {
      paymentAddress: env.RENEWAL_PAYMENT_ADDRESS ?? null,
      instructions: env.RENEWAL_INSTRUCTIONS ?? null,
      chatGroup: env.RENEWAL_CHAT_GROUP ?? null,
    },
    secretKey,
    oldSecretKey: env.OLD_SECRET_KEY ?? null,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    drainMs: env.DRAIN_SECONDS * 1_000,
    metrics: env.METRICS_TOKEN ? { kind: 'token', token: env.METRICS_TOKEN } : { kind: 'off' },
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          kind: 'otlp',
          url: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          service: env.OTEL_SERVICE_NAME,
          share: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : { kind: 'off' },
    ingestLimit: env.INGEST_LIMIT === 0 ? { kind: 'none' } : { kind: 'per-second', leads: env.INGEST_LIMIT },
    postbackAllow: env.POSTBACK_ALLOW,
    demo: demo ? { kind: 'on', leads: env.DEMO_LEADS } : { kind: 'off' },
    tenantRetentionDays: env.TENANT_RETENTION_DAYS,
  };
}

function paymentsOf(env: Environment): Config['payments'] {
  const {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
  } = env;
  return keyId && keySecret && webhookSecret
    ? { kind: 'razorpay', keyId, keySecret, webhookSecret }
    : { kind: 'test' };
}

function mirrorOf(env: Environment): Config['mirror'] {
  const { KAFKA_BROKERS: brokers, KAFKA_TOPIC: topic, KAFKA_TLS: tls, KAFKA_MECHANISM: mechanism } = env;
  if (!brokers) return { kind: 'none' };
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = env;
  const login = username && password ? { mechanism, username, password } : null;
  return { kind: 'kafka', kafka: { brokers, topic, tls, login } };
}

/** The environment of a child process: this process's, with some variables set. */
export function environmentWith(set: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...set };
}

/** A manually installed Chromium for the browser tests; null if not set. */
export function chromiumPath(): string | null {
  return process.env['CHROMIUM_PATH'] || null;
}

/** A real EventStoreDB for the adapter's tests, whose data may be changed; null if not set. */
export function eventStoreTestUrl(): string | null {
  return process.env['EVENTSTORE_TEST_URL'] || null;
}
