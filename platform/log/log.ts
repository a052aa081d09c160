import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { standardOutput } from './output.ts';

export type Log = Logger;
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** Keys whose values are never logged, at any depth. Case, dashes and underscores are ignored. */
const secretKeys = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'password',
  'current-password',
  'new-password',
  'confirm-password',
  'password-hash',
  'token',
  'access-token',
  'refresh-token',
  'token-hash',
  'secret',
  'secret-key',
  'key-secret',
  'webhook-secret',
  'api-key',
  'x-api-key',
];
const names = secretKeys.map((key) => key.replaceAll('-', '[-_]?')).join('|');
const secretKey = new RegExp(`^(?:${names})$`, 'i');
const HIDDEN = '[hidden]';

/** Secrets inside texts. Each pattern keeps the text before the secret. */
const secretTexts: RegExp[] = [
  // the password of a connection string
  /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/?#@"']*:)[^\s/?#"\\]+(?=@)/gi,
  /(\b(?:bearer|basic)\s+)[\w.~+/-]+=*/gi,
  // a query string
  /([?&](?:token|access_token|key|api_?key|secret|password)=)[^&\s"'\\]+/gi,
  // JSON: fields of a child logger, which pino writes without formatters.log; and JSON inside a string
  new RegExp(`("(?:${names})":")(?:[^"\\\\]|\\\\.)+`, 'gi'),
  new RegExp(`(\\\\"(?:${names})\\\\"\\s*:\\s*\\\\")[^"\\\\]+`, 'gi'),
];

/** Opens the log: JSON lines on standard output, or on a stream for tests. It hides secrets and never throws. */
export function openLog(level: LogLevel, stream: DestinationStream = standardOutput()): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => hideFields(fields),
    },
    serializers: { err: (error) => error }, // `hide` has already converted errors
    hooks: { streamWrite: hideTexts },
  };
  return pino(options, stream);
}

/** Replaces secrets in a text. */
export function hideTexts(text: string): string {
  return secretTexts.reduce((hidden, pattern) => hidden.replace(pattern, `$1${HIDDEN}`), text);
}

function hideFields(fields: Record<string, unknown>): Record<string, unknown> {
  const hidden: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    // A request or reply at the top level has a serializer that selects its loggable fields.
    const serialized = (key === 'req' || key === 'res') && !isPlain(value);
    if (isSecret(key)) hidden[key] = HIDDEN;
    else hidden[key] = serialized ? value : hide(value, 0);
  }
  return hidden;
}

function hide(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth > 8) return '[deep]';
  if (value instanceof Error) {
    // pg attaches the whole connection object to some errors, which would be a page of log.
    const { client: _, ...plain } = { client: null, ...stdSerializers.errWithCause(value) };
    return hide(plain, depth + 1);
  }
  if (Array.isArray(value)) return value.map((item) => hide(item, depth + 1));
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return hide(value.toJSON(), depth + 1);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isSecret(key) ? HIDDEN : hide(item, depth + 1)]),
  );
}

const isSecret = (key: string) => secretKey.test(key);

const isPlain = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
