import { useEffect, useRef } from 'react';

/**
 * The darkened page behind a dialog. In place of Radix's Overlay, which locks scrolling by a custom property of the body: each
 * opening and closing then computes the style of the whole page anew, up to 20 ms with a screen of rows.
 */
export function Scrim() {
  const scrim = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = scrim.current;
    // Not React's handlers: these are passive, and the pages for visitors scroll with the window.
    const ignore = (event: Event) => event.preventDefault();
    element?.addEventListener('wheel', ignore, { passive: false });
    element?.addEventListener('touchmove', ignore, { passive: false });
  }, []);
  return <div ref={scrim} className="pointer-events-auto fixed inset-0 z-40 bg-scrim" />;
}
