import { type RefCallback, type RefObject, useCallback, useRef, useState } from 'react';

/** The top of a list, and whether the user has scrolled it out of view. */
export type Top = {
  /** The ref of the element that marks it. The element may be rendered later than what reads `away`. */
  ref: RefCallback<HTMLSpanElement>;
  mark: RefObject<HTMLSpanElement | null>;
  away: boolean;
};

/** Watches the top of a list. */
export function useScrolledAway(): Top {
  const mark = useRef<HTMLSpanElement>(null);
  const [away, setAway] = useState(false);
  const ref = useCallback((element: HTMLSpanElement) => {
    mark.current = element;
    const observer = new IntersectionObserver(([entry]) => setAway(entry ? !entry.isIntersecting : false), {
      // Ignores scrolling by less than 24 px, and horizontal scrolling.
      rootMargin: '24px 4000px 0px 4000px',
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      mark.current = null;
    };
  }, []);
  return { ref, mark, away };
}
