import { type RefObject, useEffect, useRef, useState } from 'react';

/** A mark to put at the top of a list, and whether the reader has scrolled it out of sight. */
export function useScrolledAway(): [RefObject<HTMLSpanElement | null>, boolean] {
  const mark = useRef<HTMLSpanElement>(null);
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver(([entry]) => setAway(entry ? !entry.isIntersecting : false), {
      // Scrolling a little is not reading further down; sideways scrolling is not leaving.
      rootMargin: '24px 4000px 0px 4000px',
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return [mark, away];
}
