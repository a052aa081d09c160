import type { Virtualizer } from '@tanstack/react-virtual';

type Sized = Pick<Virtualizer<HTMLElement, Element>, 'scrollElement'>;

/**
 * Observes the size of a virtual list's scroller. The library's own function also reads it at once, which lays out the page
 * while it is being rendered, a second time.
 */
export function observeSize(
  { scrollElement }: Sized,
  onSize: (size: { width: number; height: number }) => void,
): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const [box] = entry?.borderBoxSize ?? [];
    if (box) onSize({ width: Math.round(box.inlineSize), height: Math.round(box.blockSize) });
  });
  if (scrollElement) observer.observe(scrollElement);
  return () => observer.disconnect();
}
