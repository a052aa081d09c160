import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { POSITION_HEADER, STALE_HEADER } from '@crm/contracts/headers.ts';
import { replaceEqualDeep } from '@tanstack/react-query';
import type { AddressOf } from './address.ts';
import { type Answer, answerOf, type Input, send } from './client.ts';
import { parsed, textIn } from './exchange.ts';
import { readToken } from './token.ts';

/** The text that the data of an answer was parsed from. */
const texts = new WeakMap<object, string>();
/**
 * In characters. Of the texts above it, only the newest is kept: one of 500 rows takes 1.8 MB, and a list that the user left stays
 * cached for minutes.
 */
const LARGE = 100_000;
let large: WeakRef<object> | undefined;

/**
 * Calls a read endpoint as `call` does. If the answer is the one before, returns its data: hints and reconnections read lists
 * again that have often not changed, and to parse and compare 500 rows would block the page for a moment.
 */
export async function readAgain<E extends Endpoint>(
  endpoint: E | AddressOf<E>,
  input: Input<E>,
  signal: AbortSignal,
  before: Answer<E> | undefined,
): Promise<Answer<E>> {
  const token = readToken();
  const reply = await send(endpoint, input, token, { signal });
  const text = textIn(reply.body);
  const { headers } = reply;
  if (before && reply.status < 300 && textOf(before) === text)
    return {
      ...before,
      position: headers.get(POSITION_HEADER),
      stale: headers.get(STALE_HEADER) === 'true',
    };
  const answer = answerOf(endpoint, token, reply, parsed(text));
  keepText(answer, text);
  return answer;
}

/** Parts that are equal in two answers stay the same objects; the text goes with it, but not to data that a command has changed. */
export function shared(before: unknown, after: unknown): unknown {
  const answer = replaceEqualDeep(before, after);
  const text = textOf(after);
  if (text !== undefined) keepText(answer, text);
  return answer;
}

function textOf(answer: unknown): string | undefined {
  const data = dataOf(answer);
  return data === null ? undefined : texts.get(data);
}

function keepText(answer: unknown, text: string): void {
  const data = dataOf(answer);
  if (data === null) return;
  if (text.length >= LARGE) {
    const before = large?.deref();
    if (before) texts.delete(before);
    large = new WeakRef(data);
  }
  texts.set(data, text);
}

function dataOf(answer: unknown): object | null {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return null;
  return typeof answer.data === 'object' ? answer.data : null;
}
