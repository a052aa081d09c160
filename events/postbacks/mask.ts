import { percent } from './escape.ts';
import type { Rendered } from './render.ts';
import { looksSecret } from './secrets.ts';

/** What stands in a log where a secret was. */
export const MASK = '••••••';

/** A shorter one would blot out half of the text, and a text that holds it by chance tells nothing. */
const SHORTEST = 4;

/**
 * Blots out secrets wherever they stand in a text, also percent-encoded, as the inside of a JSON string, or in base64:
 * for what was sent, and for an answer that repeats what it was sent.
 */
export function maskText(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [
      secret,
      percent(secret),
      encodeURIComponent(secret),
      encodeURIComponent(secret).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
      JSON.stringify(secret).slice(1, -1),
    ]);
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((masked, spelling) => masked.replaceAll(spelling, MASK), text);
}

/** Headers as a log may show them: those whose name looks secret without their value, the rest without the secrets. */
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

/** What of a request is to show nowhere: its secrets, and the credentials that were made of one (basic, in base64). */
export function hiddenIn({ headers }: Pick<Rendered, 'headers'>, secrets: readonly string[]): string[] {
  const credentials = headers['authorization']?.split(' ')[1];
  return credentials === undefined ? [...secrets] : [...secrets, credentials];
}

/** A request as a log may show it. */
export function maskRequest(request: Rendered, secrets: readonly string[]): Rendered {
  return {
    ...request,
    url: maskText(request.url, secrets),
    headers: maskHeaders(request.headers, secrets),
    body: request.body === null ? null : maskText(request.body, secrets),
  };
}
