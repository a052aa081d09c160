import { userOf } from '../auth/knownUser.ts';
import { CallError, mayRecover, sessionEnded } from './errors.ts';
import { newKey } from './newKey.ts';
import { apiTexts } from './texts.ts';
import { readToken } from './token.ts';
import { type Unanswered, unanswered } from './unanswered.ts';

/** After this time the same input is a new submit: a second break, or a second comment that a customer did not pick up. */
const UNANSWERED_MS = 10 * 60 * 1000;
/** Beyond this number of submits without an answer, the oldest are forgotten. */
const MOST_UNANSWERED = 100;

/** A submit: its user, undefined for a visitor, its call and its input. */
type Submit = { user: string | undefined; call: { method: string; path: string }; input: object };

/** The unanswered submits by input: an automatic retry has the same object, and its key although it may be forgotten since. */
const retried = new WeakMap<object, Unanswered>();

/** In the JSON of a submit that only counts: a backfill without an answer is still the same one after its events were counted. */
const DRY_RUN = '"dryRun":true';

/**
 * Sends a submit with its Idempotency-Key. While its result is unknown (in flight, or the answer was lost), the same submit
 * has the same key, also from another page or dialog and after a reload, so that it takes effect once. It gets a new key after
 * an answer, and after the success of another submit on the record: a lead that was assigned to B without an answer, and then
 * to A, can be assigned to B again. What waited, for a retry or for the commands before it, is sent in a session of its user only.
 */
export async function submitOnce<Answer>(
  { user, call: { method, path }, input }: Submit,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  if (user !== undefined) requireSessionOf(user);
  const fingerprint = JSON.stringify([user, method, path, input]);
  const now = Date.now();
  for (const [old, { since }] of unanswered) if (now - since >= UNANSWERED_MS) unanswered.delete(old);
  const sent = retried.get(input) ??
    unanswered.get(fingerprint) ?? {
      key: newKey(),
      since: now,
      record: fingerprint.includes(DRY_RUN)
        ? fingerprint
        : JSON.stringify([user, 'params' in input ? input.params : path]),
    };
  retried.set(input, sent);
  unanswered.set(fingerprint, sent);
  const [oldest] = unanswered.keys();
  if (unanswered.size > MOST_UNANSWERED && oldest !== undefined) unanswered.delete(oldest);
  try {
    const answer = await send(sent.key);
    retried.delete(input);
    for (const [other, { record }] of unanswered) if (record === sent.record) unanswered.delete(other);
    return answer;
  } catch (error) {
    if (!mayRecover(error) && !sessionEnded(error)) {
      retried.delete(input);
      unanswered.delete(fingerprint);
    }
    throw error;
  }
}

/**
 * Throws when this is not a session of the submit's user. Without a session they may return; to another user, who has signed in
 * since, there is nothing to say: the submit counts as stopped (errors.ts).
 */
function requireSessionOf(user: string): void {
  const now = userOf(readToken());
  if (now === user) return;
  if (now !== undefined) throw new DOMException('', 'AbortError');
  throw new CallError({
    kind: 'refused',
    status: 401,
    message: apiTexts.signedOut,
    code: null,
    errors: {},
    stale: false,
  });
}
