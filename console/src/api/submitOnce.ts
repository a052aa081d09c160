import { mayRecover } from './errors.ts';
import { newKey } from './newKey.ts';

/** After this time the same input is a new submit: a second break, or a second comment that a customer did not pick up. */
const UNKNOWN_MS = 10 * 60 * 1000;
/** Beyond this number of unknown results, the oldest are forgotten. */
const MOST_UNKNOWN = 100;

/** A submit: its user, its call and its input. */
type Submit = { user: string | undefined; call: { method: string; path: string }; input: unknown };

/** The keys of submits without a known result. Outside of components: a dialog may be closed and opened again. */
const unknown = new Map<string, { key: string; since: number }>();

/**
 * Sends a submit with its Idempotency-Key. While its result is unknown (in flight, or the answer was lost), the same submit
 * has the same key, also from another page or dialog, so that it takes effect once. After an answer, it gets a new key.
 */
export async function submitOnce<Answer>(
  { user, call: { method, path }, input }: Submit,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const fingerprint = JSON.stringify([user, method, path, input]);
  try {
    const answer = await send(keyFor(fingerprint));
    unknown.delete(fingerprint);
    return answer;
  } catch (error) {
    if (!mayRecover(error)) unknown.delete(fingerprint);
    throw error;
  }
}

function keyFor(fingerprint: string): string {
  const now = Date.now();
  for (const [old, { since }] of unknown) if (now - since >= UNKNOWN_MS) unknown.delete(old);
  const { key, since } = unknown.get(fingerprint) ?? { key: newKey(), since: now };
  unknown.set(fingerprint, { key, since });
  const [oldest] = unknown.keys();
  if (unknown.size > MOST_UNKNOWN && oldest !== undefined) unknown.delete(oldest);
  return key;
}
