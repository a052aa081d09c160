import { expect } from 'vitest';
import { z } from 'zod';
import { tokenOf } from './people.ts';
import { fetchServed } from './served.ts';

const Done = z.object({ data: z.unknown() });

/** The token of each account that has called, by the product's address and the account's email. */
const tokens = new Map<string, Promise<string>>();

/**
 * The token of an account's one session for calls. Each sign-in checks the password, which is made to be slow, and a read waits
 * for the writes of its own session only.
 */
function callToken(url: string, email: string): Promise<string> {
  const account = `${url} ${email}`;
  const token = tokens.get(account) ?? tokenOf(url, email);
  tokens.set(account, token);
  return token;
}

/**
 * A call of a user from elsewhere, a colleague for example. A read waits for the writes of earlier calls of the same account, and
 * not for those of its pages. @returns the data of the answer; fails the test on a refusal
 */
export async function callApi(
  url: string,
  email: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const authorization = `Bearer ${await callToken(url, email)}`;
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetchServed(`${url}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${path}`).toBe(true);
  return Done.parse(await answer.json()).data;
}
