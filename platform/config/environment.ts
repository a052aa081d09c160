import { isIP } from 'node:net';
import { z } from 'zod';
import { kafkaMechanisms } from '../kafka/settings.ts';
import type { LogLevel } from '../log/log.ts';

const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(min, error).max(max, error));
};
const oneOf = (example: string, pattern: RegExp) => z.string().regex(pattern, `must be like ${example}`);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const cidrs = list.refine(
  (items) => items.every(isCidr),
  'must be addresses or CIDRs with commas between, like 10.0.0.0/8,::1',
);
const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off')
  .transform((text) => ['on', 'true', '1'].includes(text));

const logLevels = [
  'fatal',
  'error',
  'warn',
  'info',
  'debug',
  'trace',
  'silent',
] as const satisfies LogLevel[];
const url = /^https?:\/\/[^\s/?#]+[^\s?#]*$/;

/** The variables of the environment and what each may hold. */
export const Environment = z.object({
  PORT: whole(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: oneOf('https://crm.example.com', url).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: oneOf('postgresql://user:password@host:5432/database', /^postgres(ql)?:\/\/\S+$/).optional(),
  EVENTSTORE_URL: oneOf('esdb://host:2113?tls=false', /^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/).optional(),
  KAFKA_BROKERS: list
    .refine(
      (items) => items.length > 0 && items.every(isHostAndPort),
      'must be like host:9092,host2:9092, without kafka:// before it',
    )
    .optional(),
  KAFKA_TOPIC: oneOf(
    'crm-events: at most 249 letters, digits, dots, dashes and underscores',
    /^[\w.-]{1,249}$/,
  ).default('crm-events'),
  KAFKA_TLS: onOff.default(false),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  KAFKA_MECHANISM: z
    .enum(kafkaMechanisms, `must be one of ${kafkaMechanisms.join(', ')}`)
    .default('scram-sha-512'),
  SMTP_URL: oneOf('smtp://user:password@host:587', /^smtps?:\/\/\S+$/).optional(),
  MAIL_FROM: oneOf('CRM <crm@example.com>', /^[^@\r\n]+@[^@\s]+$/).default(
    'Lead Management System <no-reply@localhost>',
  ),
  SUPPORT_EMAIL: oneOf('support@example.com', /^[^@\s?&]+@[^@\s?&]+$/).optional(),
  SECRET_KEY: z.string().min(32, 'must be a random text of at least 32 characters').optional(),
  OLD_SECRET_KEY: z.string().optional(),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RENEWAL_PAYMENT_ADDRESS: z.string().max(200, 'must be at most 200 characters').optional(),
  RENEWAL_INSTRUCTIONS: z.string().max(2000, 'must be at most 2000 characters').optional(),
  RENEWAL_CHAT_GROUP: oneOf('https://t.me/group', /^https:\/\/[^\s"<>]+$/).optional(),
  TRUST_PROXY: cidrs.default([]),
  DRAIN_SECONDS: whole(0, 300).default(0),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'must be a random text of at least 16 characters without spaces')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: oneOf('http://collector:4318', url).optional(),
  OTEL_SERVICE_NAME: z.string().max(100, 'must be at most 100 characters').default('crm'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a share of all traces from 0 to 1, like 0.1')
    .default('1')
    .transform(Number),
  INGEST_LIMIT: whole(0, 1_000_000).default(50),
  POSTBACK_ALLOW: cidrs.default([]),
  DEMO: onOff.optional(),
  DEMO_LEADS: whole(0, 1_000_000).default(400),
  TENANT_RETENTION_DAYS: whole(0, 3_650).default(30),
});
export type Environment = z.infer<typeof Environment>;

function isHostAndPort(text: string): boolean {
  const [, port] = /^[^\s:/]+:(\d{1,5})$/.exec(text) ?? [];
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
}

function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
