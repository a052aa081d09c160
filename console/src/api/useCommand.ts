import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { CurrentUserContext } from '../auth/currentUser.ts';
import type { AddressOf } from './address.ts';
import { type Answer, call, type Input } from './client.ts';
import { isSentAgain, mayRecover, sessionEnded } from './errors.ts';
import { refresh, type Topics } from './read.ts';
import { submitOnce } from './submitOnce.ts';
import { hasLeft } from './token.ts';

type Sending = {
  /**
   * Commands of one queue are sent one after the other, retries included: the last change stays, also when the request before it
   * is slower.
   */
  queue?: string;
  /**
   * Set for what its user believes to be saved: retried for about ten minutes, in which a lost connection may return, or the user
   * whose session has ended.
   */
  patient?: boolean;
};

/** The key of patient commands: `useSending` finds them. */
export const PATIENT = ['patient'] as const;

/** For 7.5 s in all, in which a product may restart. */
const RETRIES = 4;
const PATIENT_RETRIES = 120;
const LONGEST_DELAY_MS = 5_000;

/**
 * A mutation for a contract's endpoint. Sends an Idempotency-Key, retries while the server is briefly
 * unavailable (same key, so one effect), but not after a silence, and refreshes the queries of `topics` on success.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E | AddressOf<E>,
  topics: Topics,
  { queue, patient = false }: Sending = {},
) {
  const queryClient = useQueryClient();
  const user = useContext(CurrentUserContext)?._id;
  return useMutation<Answer<E>, Error, Input<E>>({
    mutationFn: (input) =>
      submitOnce({ user, call: endpoint, input }, (idempotencyKey) =>
        call(endpoint, input, { idempotencyKey }),
      ),
    ...(queue !== undefined && { scope: { id: queue } }),
    ...(patient && { mutationKey: PATIENT }),
    retry: (failures, error) =>
      patient
        ? failures < PATIENT_RETRIES && (mayRecover(error) || (sessionEnded(error) && !hasLeft()))
        : failures < RETRIES && isSentAgain(error),
    retryDelay: (failures) => Math.min(500 * 2 ** failures, LONGEST_DELAY_MS),
    onSuccess: () => {
      void refresh(queryClient, topics);
    },
  });
}
