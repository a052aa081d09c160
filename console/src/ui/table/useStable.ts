import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that stays the same object and always calls the latest `act`. Memoised rows receive it: with a new
 * function, all of them would render again.
 */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args) => latest.current(...args), []);
}
