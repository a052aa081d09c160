import { cloneElement, type ReactElement, useEffect, useState } from 'react';
import { onDemand, useOnDemand } from './onDemand.ts';

type TooltipProps = {
  label: string;
  keys?: string | undefined;
  /** Passes unknown properties on to its DOM element. */
  children: ReactElement<Record<string, unknown>>;
};

/** Marks an element: TooltipLayer shows its label and shortcut on hover and on keyboard focus. */
export function Tooltip({ label, keys, children }: TooltipProps) {
  return cloneElement(children, { 'data-tooltip': label, 'data-tooltip-keys': keys });
}

const code = onDemand(() => import('./popups/TooltipPopup.tsx'));

const DELAY_MS = 400;
/** After one tooltip, the next ones open without a delay. */
const SKIP_DELAY_MS = 300;

/** Shows the tooltips of all marked elements, one at a time; once in the layout. */
export function TooltipLayer() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  useEffect(() => {
    let next: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hiddenAt = Number.NEGATIVE_INFINITY;
    let shown = false;
    let pressedAt = '';

    function show(target: HTMLElement) {
      if (target === next) return;
      hide();
      next = target;
      const wait = performance.now() - hiddenAt < SKIP_DELAY_MS ? 0 : DELAY_MS;
      timer = setTimeout(() => {
        // It would cover the menu that the element has opened.
        if (target.ariaExpanded === 'true') return;
        shown = true;
        setAnchor(target);
      }, wait);
    }
    function hide() {
      clearTimeout(timer);
      next = null;
      if (shown) hiddenAt = performance.now();
      shown = false;
      setAnchor(null);
    }
    function onPointerOver(event: PointerEvent) {
      const target = markedAt(event);
      // After a click without a move, the page has put another element below the pointer.
      const isMoved = placeOf(event) !== pressedAt;
      if (target && isMoved && event.pointerType !== 'touch') show(target);
      else hide();
    }
    function onPointerDown(event: PointerEvent) {
      pressedAt = placeOf(event);
    }
    function onFocusIn(event: FocusEvent) {
      const target = markedAt(event);
      if (target?.matches(':focus-visible')) show(target);
      else hide();
    }
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('pointerover', onPointerOver, { signal });
    document.addEventListener('pointerdown', onPointerDown, { signal, capture: true });
    document.addEventListener('focusin', onFocusIn, { signal });
    for (const event of ['pointerdown', 'keydown', 'focusout', 'scroll'])
      document.addEventListener(event, hide, { signal, capture: true });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, []);

  const popup = useOnDemand(code, anchor !== null);
  if (!popup || !anchor?.isConnected) return null;
  return <popup.TooltipPopup key={anchor.dataset['tooltip']} anchor={anchor} />;
}

const placeOf = ({ clientX, clientY }: PointerEvent) => `${clientX} ${clientY}`;

function markedAt({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
}
