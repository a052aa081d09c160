import { elementScroll, type Virtualizer } from '@tanstack/react-virtual';

/**
 * The height of a row, from the browser's own measurement after layout; until then the estimate. The library's own
 * function reads it as soon as the row is mounted, which lays out the page while it is being rendered.
 */
export function observedHeight(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  virtual: Virtualizer<HTMLElement, Element>,
): number {
  const [box] = entry?.borderBoxSize ?? [];
  if (box) return Math.round(box.blockSize);
  const index = virtual.indexFromElement(row);
  const { getItemKey, estimateSize } = virtual.options;
  return virtual.itemSizeCache.get(getItemKey(index)) ?? estimateSize(index);
}

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

/** Scrolls, unless a list at its top is to stay there: the library does so with each new list, which lays out the page. */
export function scrollIfNeeded(
  offset: number,
  options: { adjustments?: number; behavior?: ScrollBehavior },
  virtual: Virtualizer<HTMLElement, Element>,
): void {
  if (offset + (options.adjustments ?? 0) === 0 && !virtual.scrollOffset) return;
  elementScroll(offset, options, virtual);
}
