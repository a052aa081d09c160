import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LiveState } from './connect.ts';

/** Shorter connection losses are not shown. */
const LOST_AFTER_MS = 1500;
/** If the code of the connection has not loaded after this time, the server counts as away. On a slow line it loads later. */
const LOADED_WITHIN_MS = 5000;

/** Connects to live hints while there is a token, by code that loads with the first one; returns the connection state. */
export function useLive(token: string | null): LiveState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');

  useEffect(() => {
    if (token === null) return;
    let stop: (() => void) | undefined;
    let ended = false;
    let lost: ReturnType<typeof setTimeout> | undefined = setTimeout(
      () => setState('lost'),
      LOADED_WITHIN_MS,
    );

    function onState(next: LiveState) {
      if (next === 'lost') {
        lost ??= setTimeout(() => setState('lost'), LOST_AFTER_MS);
        return;
      }
      clearTimeout(lost);
      lost = undefined;
      setState(next);
    }

    void import('./connect.ts').then(({ connectLive }) => {
      if (ended) return;
      clearTimeout(lost);
      lost = undefined;
      stop = connectLive(token, queryClient, onState);
    });
    return () => {
      ended = true;
      clearTimeout(lost);
      stop?.();
    };
  }, [token, queryClient]);

  return state;
}
