import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LiveState } from './connect.ts';

/** A blink of the network is not worth a word. */
const LOST_AFTER_MS = 1500;

/** Keeps the screen live while someone is signed in, and says how the connection stands. */
export function useLive(token: string | null): LiveState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');

  useEffect(() => {
    if (token === null) return;
    let stop: (() => void) | undefined;
    let ended = false;
    let lost: ReturnType<typeof setTimeout> | undefined;

    function onState(next: LiveState) {
      if (next === 'lost') {
        lost ??= setTimeout(() => setState('lost'), LOST_AFTER_MS);
        return;
      }
      clearTimeout(lost);
      lost = undefined;
      setState(next);
    }

    // Loaded after the first screen: nobody waits for live updates to read a page.
    void import('./connect.ts').then(({ connectLive }) => {
      if (!ended) stop = connectLive(token, queryClient, onState);
    });
    return () => {
      ended = true;
      clearTimeout(lost);
      stop?.();
    };
  }, [token, queryClient]);

  return state;
}
