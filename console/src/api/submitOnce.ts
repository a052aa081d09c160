import { mayRecover } from './errors.ts';
import { newKey } from './newKey.ts';

/** After this time the same input is a new submit: a second break, or a second comment that a customer did not pick up. */
const UNKNOWN_MS = 10 * 60 * 1000;
/** Beyond this number of unknown results, the oldest are forgotten. */
const MOST_UNKNOWN = 100;

/** A submit: its user, its call and its input. */
type Submit = { user: string | undefined; call: { method: string; path: string }; input: object };

/** `record`: the record that the submit changes, by the parameters of its path, or else by the path. */
type Sent = { key: string; since: number; record: string };

/** The submits without a known result. Outside of components: a dialog may be closed and opened again. */
const unknown = new Map<string, Sent>();
/** The same by input: an automatic retry has the same object, and its key although `unknown` may have forgotten it since. */
const retried = new WeakMap<object, Sent>();

/**
 * Sends a submit with its Idempotency-Key. While its result is unknown (in flight, or the answer was lost), the same submit
 * has the same key, also from another page or dialog, so that it takes effect once. It gets a new key after an answer, and
 * after the success of another submit on the record: a lead that was assigned to B without an answer, and then to A, can be
 * assigned to B again.
 */
export async function submitOnce<Answer>(
  { user, call: { method, path }, input }: Submit,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const fingerprint = JSON.stringify([user, method, path, input]);
  const now = Date.now();
  for (const [old, { since }] of unknown) if (now - since >= UNKNOWN_MS) unknown.delete(old);
  const sent = retried.get(input) ??
    unknown.get(fingerprint) ?? {
      key: newKey(),
      since: now,
      record: JSON.stringify([user, 'params' in input ? input.params : path]),
    };
  retried.set(input, sent);
  unknown.set(fingerprint, sent);
  const [oldest] = unknown.keys();
  if (unknown.size > MOST_UNKNOWN && oldest !== undefined) unknown.delete(oldest);
  try {
    const answer = await send(sent.key);
    retried.delete(input);
    for (const [other, { record }] of unknown) if (record === sent.record) unknown.delete(other);
    return answer;
  } catch (error) {
    if (!mayRecover(error)) {
      retried.delete(input);
      unknown.delete(fingerprint);
    }
    throw error;
  }
}
