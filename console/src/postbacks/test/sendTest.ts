import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import type * as testContract from '@crm/contracts/postbacks/test.ts';
import { address } from '../../api/address.ts';
import { call, type Input } from '../../api/client.ts';

const test = address<typeof testContract.testPostback>('POST', '/postbacks/:id/test');

type TestBody = Input<typeof testContract.testPostback>['body'];

/** The longest wait for the server, in addition to that for the partner. */
const SERVER_MS = 30_000;

/**
 * Sends a test, once. Not with useCommand, which repeats calls: the server has no Idempotency-Key for tests, and would send each
 * repeat to the partner. Waits for the postback's timeout, too, because the server answers after the partner.
 */
export async function sendTest({ _id: id, timeout }: Pick<Postback, '_id' | 'timeout'>, body: TestBody) {
  const { data } = await call(test, { params: { id }, body }, { silenceMs: SERVER_MS + timeout });
  return data;
}
