import type * as contract from '@crm/contracts/auth/auth.ts';
import { address } from '../api/address.ts';
import { type Answer, call } from '../api/client.ts';
import { readToken } from '../api/token.ts';
import { paths } from '../paths.ts';

export const me = address<typeof contract.me>('GET', '/auth/me');

type Early = { token: string; answer: Promise<Answer<typeof contract.me>> };
let early: Early | null = null;

/** Asks for the user of a stored token while the code of the signed-in pages is still loading. */
export function askEarly(): void {
  const token = readToken();
  if (token === null || window.location.pathname === paths.landing) return;
  const answer = call(me, {});
  // The session that takes the answer reports a failure.
  answer.catch(() => {});
  early = { token, answer };
}

/** The early answer, once, if it is for the token that is stored now. */
export function takeEarly(): Early['answer'] | null {
  const taken = early;
  early = null;
  return taken !== null && taken.token === readToken() ? taken.answer : null;
}
