import { Tooltip as Radix } from 'radix-ui';
import { useEffect, useId } from 'react';
import { Kbd } from '../Kbd.tsx';

/** The tooltip of an element: its `data-tooltip` and `data-tooltip-keys`. */
export function TooltipPopup({ anchor }: { anchor: HTMLElement }) {
  const id = useId();
  const { tooltip, tooltipKeys } = anchor.dataset;
  const { left, top, width, height } = anchor.getBoundingClientRect();

  useEffect(() => {
    if (anchor.hasAttribute('aria-describedby')) return;
    anchor.setAttribute('aria-describedby', id);
    return () => anchor.removeAttribute('aria-describedby');
  }, [anchor, id]);

  return (
    <Radix.Provider>
      <Radix.Root open>
        {/* Covers the element, so that the tooltip is placed at it; the element itself is not wrapped. */}
        <Radix.Trigger asChild>
          <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            id={id}
            sideOffset={6}
            collisionPadding={8}
            className="pointer-events-none z-50 flex max-w-72 items-center gap-2 rounded-ui bg-ink px-2 py-1 text-sm text-surface shadow-pop"
          >
            {tooltip}
            {tooltipKeys && <Kbd keys={tooltipKeys} />}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
