import { type RefObject, useEffect, useRef, useState } from 'react';

/** A marker for the top of a list, and whether the user has scrolled it out of view. */
export function useScrolledAway(): [RefObject<HTMLSpanElement | null>, boolean] {
  const mark = useRef<HTMLSpanElement>(null);
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver(([entry]) => setAway(entry ? !entry.isIntersecting : false), {
      // Ignores scrolling by less than 24 px, and horizontal scrolling.
      rootMargin: '24px 4000px 0px 4000px',
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return [mark, away];
}
