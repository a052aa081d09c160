import { useSyncExternalStore } from 'react';

/** Whether the media query matches now; updates on changes. */
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

/** Narrower than a tablet: drawers replace sidebars, cards replace tables. */
export const usePhone = () => useMediaQuery('(max-width: 47.99rem)');

/** Wide enough for a page with a second column beside its details. */
export const useWide = () => useMediaQuery('(min-width: 80rem)');
