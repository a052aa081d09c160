import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';

/**
 * New rows per frame. On a machine with a quarter of a laptop's speed, 3 rows take about 20 ms to mount, and the frame
 * that draws them 40 ms.
 */
const PORTION = 3;

type Mounted = { keys: ReadonlySet<string>; frame: number };

export const nothingMounted: Mounted = { keys: new Set(), frame: -1 };

/**
 * Mounts rows a few per frame, so that a screen full of new ones never blocks keys and clicks. `keys`: the rows to
 * render, the most important first. None is added in the frame in which a change of `isDense` renders all others again.
 * @returns those to render now; the others follow in the next frames
 */
export function usePortions(keys: readonly string[], isDense: boolean): ReadonlySet<string> {
  const [frame, setFrame] = useState(0);
  const [mounted, setMounted] = useState(nothingMounted);
  const [wasDense, setWasDense] = useState(isDense);
  let next = mounted;
  if (isDense !== wasDense) {
    setWasDense(isDense);
    next = onlyNeeded(mounted, keys, frame);
  } else if (mounted.frame !== frame) next = withPortion(mounted, keys, frame);
  if (next !== mounted) setMounted(next);
  const hasGrown = next.frame === frame;
  useEffect(() => {
    if (!hasGrown) return;
    const request = requestAnimationFrame(() => setFrame(frame + 1));
    return () => cancelAnimationFrame(request);
  }, [hasGrown, frame]);
  return next.keys;
}

/**
 * Adds none; rows that are no longer needed leave. If the tall rows kept those that only dense ones have room for, the next
 * change of density would render all of them at once.
 */
export function onlyNeeded(mounted: Mounted, keys: readonly string[], frame: number): Mounted {
  return { keys: new Set(keys.filter((key) => mounted.keys.has(key))), frame };
}

/** Adds the first keys that are missing; rows that are no longer needed leave. The same object if none is missing. */
export function withPortion(mounted: Mounted, keys: readonly string[], frame: number): Mounted {
  const missing = keys.filter((key) => !mounted.keys.has(key));
  if (missing.length === 0) return mounted;
  const { keys: kept } = onlyNeeded(mounted, keys, frame);
  return { keys: new Set([...kept, ...missing.slice(0, PORTION)]), frame };
}

/** Whether all rows are rendered that should be: none of them waits for one of the next frames. */
export const isComplete = (count: number, needed: readonly string[], mounted: ReadonlySet<string>): boolean =>
  count === 0 || (needed.length > 0 && needed.every((key) => mounted.has(key)));

/** The indexes of the rendered rows: those on screen, then those above and below it. */
export function visibleFirst<Row extends Element>(virtual: Virtualizer<HTMLElement, Row>): number[] {
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const items = virtual.getVirtualItems();
  const isVisible = (index: number) => index >= startIndex && index <= endIndex;
  return [
    ...items.filter(({ index }) => isVisible(index)),
    ...items.filter(({ index }) => !isVisible(index)),
  ].map(({ index }) => index);
}
