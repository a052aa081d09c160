import { expect } from 'vitest';
import { z } from 'zod';
import { tokenOf } from './people.ts';
import { fetchServed } from './served.ts';

const Done = z.object({ data: z.unknown() });

/** A call of a user from elsewhere, a colleague for example. @returns the data of the answer; fails the test on a refusal */
export async function callApi(
  url: string,
  email: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const authorization = `Bearer ${await tokenOf(url, email)}`;
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetchServed(`${url}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${path}`).toBe(true);
  return Done.parse(await answer.json()).data;
}
