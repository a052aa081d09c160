import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { CurrentUserContext } from '../auth/currentUser.ts';
import type { AddressOf } from './address.ts';
import { type Answer, call, type Input } from './client.ts';
import { mayRecover } from './errors.ts';
import { refresh, type Topics } from './read.ts';
import { submitOnce } from './submitOnce.ts';

/**
 * A mutation for a contract's endpoint. Sends an Idempotency-Key, retries while the server is briefly
 * unavailable (same key, so one effect), and refreshes the queries of `topics` on success.
 * @param queue commands of one queue are sent one after the other, retries included: the last change stays, also when the request
 * before it is slower
 */
export function useCommand<E extends Endpoint>(endpoint: E | AddressOf<E>, topics: Topics, queue?: string) {
  const queryClient = useQueryClient();
  const user = useContext(CurrentUserContext)?._id;
  return useMutation<Answer<E>, Error, Input<E>>({
    mutationFn: (input) =>
      submitOnce({ user, call: endpoint, input }, (idempotencyKey) =>
        call(endpoint, input, { idempotencyKey }),
      ),
    ...(queue !== undefined && { scope: { id: queue } }),
    // For 7.5 s in all, in which a product may restart.
    retry: (failures, error) => failures < 4 && mayRecover(error),
    retryDelay: (failures) => 500 * 2 ** failures,
    onSuccess: () => {
      void refresh(queryClient, topics);
    },
  });
}
