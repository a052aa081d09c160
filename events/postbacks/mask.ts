import { percent } from './escape.ts';
import type { Rendered } from './render.ts';
import { looksSecret } from './secrets.ts';

/** Replaces a secret in a log. */
export const MASK = '••••••';

/**
 * Minimum length of a masked secret. Masking a shorter one would hide half of the text, and the secret may occur there
 * by chance.
 */
const SHORTEST = 4;

/** The spellings of a slash in a JSON string. */
const slashes = ['/', '\\/', '\\u002f', '\\u002F'];

/** Go's JSON, which is safe inside HTML. */
const goJson: Record<string, string> = { '&': '\\u0026', '<': '\\u003c', '>': '\\u003e' };
/** As pages of errors write texts; languages differ in the quotes. */
const entities: readonly Record<string, string>[] = [
  { '"': '&quot;', "'": '&#39;' },
  { '"': '&#34;', "'": '&#39;' },
  { '"': '&quot;', "'": '&#x27;' },
  { '"': '&quot;', "'": '&#039;' },
  {},
].map((quotes) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', ...quotes }));

const spelled = (text: string, by: Record<string, string>) =>
  text.replaceAll(/[&<>"']/g, (sign) => by[sign] ?? sign);

/**
 * Masks secrets in a text, also percent-encoded, as a part of a JSON string (PHP writes a slash as `\/`, others as
 * `\u002f`, Go an ampersand as `\u0026`), in HTML, or in base64: for requests, and for responses that repeat them.
 */
export function maskText(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [
      secret,
      percent(secret),
      encodeURIComponent(secret),
      encodeURIComponent(secret).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
      ...slashes.map((slash) => JSON.stringify(secret).slice(1, -1).replaceAll('/', slash)),
      spelled(JSON.stringify(secret).slice(1, -1), goJson),
      ...entities.map((by) => spelled(secret, by)),
    ]);
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((masked, spelling) => masked.replaceAll(spelling, MASK), text);
}

/** Masks headers for a log: values of headers with secret names completely, others only their secrets. */
export function maskHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      looksSecret(name) || secrets.includes(value) ? MASK : maskText(value, secrets),
    ]),
  );
}

/** The texts to mask for a request: its secrets, and credentials derived from one (basic, in base64). */
export function hiddenIn({ headers }: Pick<Rendered, 'headers'>, secrets: readonly string[]): string[] {
  const credentials = headers['authorization']?.split(' ')[1];
  return credentials === undefined ? [...secrets] : [...secrets, credentials];
}

export function maskRequest(request: Rendered, secrets: readonly string[]): Rendered {
  return {
    ...request,
    url: maskText(request.url, secrets),
    headers: maskHeaders(request.headers, secrets),
    body: request.body === null ? null : maskText(request.body, secrets),
  };
}
