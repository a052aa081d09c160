import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { useIsMounted } from '../ui/useIsMounted.ts';
import { target } from './target.ts';

/**
 * Returns whether the user stays on the page, for code that runs after an answer and changes the URL. A page that the user has left
 * is shown until the code of the next one has loaded, and a navigation of its own would bring the user back.
 */
export function useIsHere(): () => boolean {
  const { pathname } = useLocation();
  const isMounted = useIsMounted();
  return useCallback(
    () => isMounted.current && (target.path ?? pathname) === pathname,
    [isMounted, pathname],
  );
}
