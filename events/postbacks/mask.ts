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

/** Masks the same secrets in the texts of a request and its response. */
export type Mask = {
  text: (text: string) => string;
  /** Values of headers with secret names are masked completely, others only their secrets. */
  headers: (headers: Readonly<Record<string, string>>) => Record<string, string>;
  request: (request: Rendered) => Rendered;
};

/**
 * Masks secrets, also percent-encoded, as a part of a JSON string (PHP writes a slash as `\/`, others as `\u002f`, Go an
 * ampersand as `\u0026`), in HTML, or in base64: for requests, and for responses that repeat them. Their spellings are made
 * once, because that takes 10 µs per secret, and a delivery has some twenty texts.
 */
export function maskOf(secrets: readonly string[]): Mask {
  const spellings = secrets.filter((secret) => secret.length >= SHORTEST).flatMap(spellingsOf);
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  const text = (given: string) =>
    longestFirst.reduce((masked, spelling) => masked.replaceAll(spelling, MASK), given);
  const headers: Mask['headers'] = (given) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        looksSecret(name) || secrets.includes(value) ? MASK : text(value),
      ]),
    );
  const request = (given: Rendered): Rendered => ({
    ...given,
    url: text(given.url),
    headers: headers(given.headers),
    body: given.body === null ? null : text(given.body),
  });
  return { text, headers, request };
}

function spellingsOf(secret: string): string[] {
  const inUrl = encodeURIComponent(secret);
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    percent(secret),
    inUrl,
    inUrl.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    ...slashes.map((slash) => inJson.replaceAll('/', slash)),
    spelled(inJson, goJson),
    ...entities.map((by) => spelled(secret, by)),
  ];
}

/** The texts to mask for a request: its secrets, and credentials derived from one (basic, in base64). */
export function hiddenIn({ headers }: Pick<Rendered, 'headers'>, secrets: readonly string[]): string[] {
  const credentials = headers['authorization']?.split(' ')[1];
  return credentials === undefined ? [...secrets] : [...secrets, credentials];
}
