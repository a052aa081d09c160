import type * as contract from '@crm/contracts/auth/auth.ts';
import { address } from '../api/address.ts';
import { type Answer, call, type Input } from '../api/client.ts';
import { mayRecover } from '../api/errors.ts';
import { leave, leaveViewing, storeToken } from '../api/token.ts';
import { removeOwn } from './ownStorage.ts';

const login = address<typeof contract.login>('POST', '/auth/login');
const setup = address<typeof contract.setup>('POST', '/auth/setup');
const forgotPassword = address<typeof contract.forgotPassword>('POST', '/auth/forgot-password');
const resetPassword = address<typeof contract.resetPassword>('POST', '/auth/reset-password');
const logout = address<typeof contract.logout>('POST', '/auth/logout');

const ATTEMPTS = 3;

/**
 * Signs in and stores the token; tries again while the server is briefly unavailable. Without react-query,
 * which the first screen does not load.
 */
export async function signIn(body: Input<typeof contract.login>['body']): Promise<void> {
  const { data } = await attempt();
  storeToken(data.token);

  async function attempt(failures = 0): Promise<Answer<typeof contract.login>> {
    try {
      return await call(login, { body });
    } catch (error) {
      if (failures + 1 === ATTEMPTS || !mayRecover(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** failures));
      return attempt(failures + 1);
    }
  }
}

/** Creates the super admin with the first-start link; does not sign in. */
export const createSuperAdmin = (input: Input<typeof contract.setup>) => call(setup, input);

/** Requests a mailed link; the answer does not reveal whether the account exists. */
export const requestPasswordLink = (input: Input<typeof contract.forgotPassword>) =>
  call(forgotPassword, input);

/** Sets a new password with the token of a mailed link; does not sign in. */
export const setPasswordByLink = (input: Input<typeof contract.resetPassword>) => call(resetPassword, input);

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
