import { Portal } from 'radix-ui';
import { Popper } from 'radix-ui/internal';
import { useEffect, useId } from 'react';
import { Kbd } from '../Kbd.tsx';

/**
 * The tooltip of an element: its `data-tooltip` and `data-tooltip-keys`. Only placed by Radix: Radix's own tooltip is a
 * layer that takes Escape from the menu or dialog under it, and any key hides ours (Tooltip.tsx).
 */
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
    <Popper.Root>
      {/* Covers the element, so that the tooltip is placed at it; the element itself is not wrapped. */}
      <Popper.Anchor aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
      <Portal.Root>
        <Popper.Content
          role="tooltip"
          id={id}
          side="top"
          sideOffset={6}
          collisionPadding={8}
          className="pointer-events-none z-50 flex max-w-72 items-center gap-2 rounded-ui bg-ink px-2 py-1 text-sm text-surface shadow-pop"
        >
          {tooltip}
          {tooltipKeys && <Kbd keys={tooltipKeys} />}
        </Popper.Content>
      </Portal.Root>
    </Popper.Root>
  );
}
