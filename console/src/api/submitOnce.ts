import { v4 as uuid } from 'uuid';
import { mayRecover } from './errors.ts';

/** The same input after this time is meant anew: another break, another call without an answer. */
const UNKNOWN_MS = 10 * 60 * 1000;
/** Beyond this number of unknown results, the oldest are forgotten. */
const MOST_UNKNOWN = 100;

/** What is sent, by whom. */
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
  const print = JSON.stringify([user, method, path, input]);
  try {
    const answer = await send(keyFor(print));
    unknown.delete(print);
    return answer;
  } catch (error) {
    if (!mayRecover(error)) unknown.delete(print);
    throw error;
  }
}

function keyFor(print: string): string {
  const now = Date.now();
  for (const [old, { since }] of unknown) if (now - since >= UNKNOWN_MS) unknown.delete(old);
  const { key, since } = unknown.get(print) ?? { key: uuid(), since: now };
  unknown.set(print, { key, since });
  const [oldest] = unknown.keys();
  if (unknown.size > MOST_UNKNOWN && oldest !== undefined) unknown.delete(oldest);
  return key;
}
