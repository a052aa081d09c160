import type * as contract from '@crm/contracts/auth/auth.ts';
import { address } from '../api/address.ts';
import { call, type Input } from '../api/client.ts';
import { codeOf, isSentAgain, mayRecover } from '../api/errors.ts';
import { leave, leaveViewing, storeToken } from '../api/token.ts';
import { removeOwn } from './ownStorage.ts';

const login = address<typeof contract.login>('POST', '/auth/login');
const setup = address<typeof contract.setup>('POST', '/auth/setup');
const forgotPassword = address<typeof contract.forgotPassword>('POST', '/auth/forgot-password');
const resetPassword = address<typeof contract.resetPassword>('POST', '/auth/reset-password');
const logout = address<typeof contract.logout>('POST', '/auth/logout');

const ATTEMPTS = 3;

/** Tries again while the server is briefly unavailable. Without react-query, which the first screen does not load. */
async function attempt<Result>(send: () => Promise<Result>, failures = 0): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (failures + 1 === ATTEMPTS || !isSentAgain(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** failures));
    return attempt(send, failures + 1);
  }
}

/** Signs in and stores the token. */
export async function signIn(body: Input<typeof contract.login>['body']): Promise<void> {
  const { data } = await attempt(() => call(login, { body }));
  storeToken(data.token);
}

/** The submit of a one-time link whose answer was lost. Only in memory: it contains a password. */
let unanswered: string | null = null;

/**
 * Submits the form of a one-time link. A visitor's call has no Idempotency-Key: when an answer was lost and the same submit then
 * finds the link used, the attempt without an answer has used it, which is its success.
 * @param used the code of the refusal of a used link
 * @returns the message of the answer; null when that was lost
 */
function submitLink(
  submit: object,
  used: string,
  send: () => Promise<{ message: string | null }>,
): Promise<{ message: string | null }> {
  const fingerprint = JSON.stringify(submit);
  return attempt(async () => {
    try {
      return await send();
    } catch (error) {
      if (mayRecover(error)) unanswered = fingerprint;
      else if (unanswered === fingerprint && codeOf(error) === used) return { message: null };
      throw error;
    }
  });
}

/** Creates the super admin with the first-start link; does not sign in. */
export const createSuperAdmin = (input: Input<typeof contract.setup>) =>
  submitLink(input, 'setup-link-used', () => call(setup, input));

/**
 * Requests a mailed link; the answer does not reveal whether the account exists. After a lost answer a second mail may follow, and
 * the page says that only the newest link works.
 */
export const requestPasswordLink = (input: Input<typeof contract.forgotPassword>) =>
  attempt(() => call(forgotPassword, input));

/** Sets a new password with the token of a mailed link; does not sign in. */
export const setPasswordByLink = (input: Input<typeof contract.resetPassword>) =>
  submitLink(input, 'password-link-used', () => call(resetPassword, input));

/**
 * Signs out in this browser at once, and on the server when the call arrives. During a viewing, this signs out the super admin
 * who views: the token of a viewing changes nothing, and the server ends the viewing with the session that began it.
 */
export function signOut(): void {
  leaveViewing();
  const request = call(logout, {});
  removeOwn();
  leave();
  // Without an answer the sign-out is still complete here: the token is removed and expires on the server.
  request.catch(() => {});
}
