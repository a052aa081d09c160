import { Failure } from '@crm/contracts/answer.ts';
import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { type RefusalAnswer, refusals } from '@crm/contracts/refusals.ts';
import { z } from 'zod';
import type { Answer } from './send.ts';

/** Words of a library or a type that users should not read. */
const technical = /^(?:Invalid|Too (?:big|small)|Unrecognized)|expected|undefined|NaN|\bnull\b/;

const Success = z.looseObject({ success: z.literal(true), data: z.unknown() });
const answers: ReadonlyMap<string, RefusalAnswer> = new Map(Object.entries(refusals));
/** Made once: zod compiles each new schema, which took a twentieth of the attack's processor time. */
const Refusal = Failure.strict();

/** The rules for the answer to any request by any caller; null when they hold, else the violation. */
export function wrongAnswer(endpoint: Endpoint, answer: Answer): string | null {
  const { status } = answer;
  if (status >= 400) return wrongRefusal(endpoint, answer);
  const statuses: readonly number[] = endpoint.statuses ?? [200];
  if (!statuses.includes(status)) return `status ${status} is none of its contract`;
  if (endpoint.sends && status === 200) return null;
  const read = Success.safeParse(answer.body);
  if (!read.success) return 'a good answer without success and data';
  const data = endpoint.data.safeParse(read.data.data);
  // A call that becomes a batch answers with the batch instead of its own data.
  if (!data.success && status !== 202)
    return `the answer is not as its contract says: ${data.error.message.slice(0, 300)}`;
  return null;
}

function wrongRefusal(endpoint: Endpoint, { status, body, headers }: Answer): string | null {
  if (endpoint.unsuccessful?.safeParse(body).success) return null;
  const read = Refusal.safeParse(body);
  if (!read.success) return 'a refusal that is not {success, code, message, errors}';
  const { code, errors } = read.data;
  const known = answers.get(code);
  if (!known) return `the code '${code}' is none of contracts/refusals.ts`;
  // Node refuses too long addresses and headers before the product reads them (platform/http/server.ts).
  if (code === 'too-large' && status === 431) return null;
  if (known.status !== status) return `'${code}' is answered with ${status} instead of ${known.status}`;
  if ((status === 503 || status === 429) && !headers['retry-after']) return `${status} without Retry-After`;
  if (status === 401 && headers['www-authenticate'] !== 'Bearer') return '401 without WWW-Authenticate';
  if (code === 'bad-input' && fieldsOf({ body }).length === 0) return 'bad-input names no field';
  const unreadable = Object.values(errors ?? {}).find((text) => technical.test(text));
  return unreadable === undefined ? null : `a text for people says '${unreadable}'`;
}

/** The code of a refusal; undefined for a success. */
export function codeOf({ body }: Pick<Answer, 'body'>): string | undefined {
  return Failure.safeParse(body).data?.code;
}

/** The fields that a refusal names, from the raw body: a schema drops one that is named __proto__. */
export function fieldsOf({ body }: Pick<Answer, 'body'>): string[] {
  const isRefusal = typeof body === 'object' && body !== null && 'errors' in body;
  return isRefusal ? Object.keys(Object(body.errors)) : [];
}
