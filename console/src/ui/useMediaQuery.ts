import { useSyncExternalStore } from 'react';

/** Whether the media query holds now; kept up to date. */
function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Narrower than a tablet: drawers for sidebars, cards for tables. */
export const usePhone = () => useMediaQuery('(max-width: 47.99rem)');
