import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * The darkened page behind a dialog. In place of Radix's Overlay, which locks scrolling by a custom property of the body: each
 * opening and closing then computes the style of the whole page again, up to 20 ms with a screen of rows.
 */
export function Scrim() {
  useUntouchedPage();
  const scrim = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = scrim.current;
    // Not React's handlers: these are passive, and the pages for visitors scroll with the window.
    const ignore = (event: Event) => event.preventDefault();
    element?.addEventListener('wheel', ignore, { passive: false });
    element?.addEventListener('touchmove', ignore, { passive: false });
    // The focus stays in a dialog that the click does not close.
    element?.addEventListener('mousedown', ignore);
  }, []);
  return <div ref={scrim} className="pointer-events-auto fixed inset-0 z-40 bg-scrim" />;
}

/**
 * Radix switches pointer events off for the body, and every element inherits that. The scrim covers the page, so the page
 * keeps its own: its style stays as it is.
 */
function useUntouchedPage() {
  // Before Radix's effects, one of which focuses and so computes the style.
  useLayoutEffect(() => setPointerEvents('auto'), []);
  useEffect(() => () => setPointerEvents(''), []);
}

function setPointerEvents(value: 'auto' | '') {
  const page = document.getElementById('root');
  if (page) page.style.pointerEvents = value;
}
