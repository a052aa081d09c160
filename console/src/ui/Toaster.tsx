import { type CSSProperties, type FocusEvent, type MouseEvent, memo, useRef } from 'react';
import { Toaster as Sonner } from 'sonner';
import { useMode } from '../theme/mode.ts';

// sonner's variables, from our tokens. React's type of a style has no custom properties.
const look = {
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line)',
  '--border-radius': 'var(--radius-ui)',
  fontFamily: 'var(--font-sans)',
} as CSSProperties;

/**
 * The focus and the toasts. When the focus leaves a toast, sonner returns it to the element before the toasts, so the tab key
 * would go back and forth between both until the toasts disappear: sonner does not learn that a toast gets the focus. A toast
 * that is closed by its button gives the focus back, also to a text field, which keepFocus.ts would skip. One that has the focus
 * stays, as one under the mouse does: otherwise it would take the focus with it after its 5 s.
 */
function useFocus() {
  const before = useRef<HTMLElement | null>(null);
  return {
    onFocusCapture(event: FocusEvent) {
      event.stopPropagation();
      const { currentTarget: toasts, relatedTarget: from } = event;
      if (!toasts.contains(from)) before.current = from instanceof HTMLElement ? from : null;
      event.target.dispatchEvent(new window.MouseEvent('mousemove', { bubbles: true }));
    },
    onBlurCapture({ currentTarget: toasts, relatedTarget: to, target }: FocusEvent) {
      if (toasts.contains(to)) return;
      const left = { bubbles: true, relatedTarget: document.body };
      target.dispatchEvent(new window.MouseEvent('mouseout', left));
    },
    onClickCapture({ target }: MouseEvent) {
      if (target instanceof Element && target.closest('[data-close-button]'))
        before.current?.focus({ preventScroll: true });
    },
  };
}

/**
 * Renders the toasts; once in the layout. Loaded after the first page. Not rendered with each change of the layout, and with a
 * direction: without one, sonner reads the computed style of the document on each render, which costs a layout.
 */
export const Toaster = memo(function Toaster() {
  return (
    <div className="contents" {...useFocus()}>
      <Sonner
        dir="ltr"
        theme={useMode()}
        duration={5000}
        // Over the header, between search and menus: a toast covers no row and no button of the page.
        position="top-right"
        offset={{ top: 4, right: 304 }}
        mobileOffset={{ top: 4 }}
        closeButton
        style={look}
        toastOptions={{
          // Two lines are no higher than the header.
          style: {
            padding: '6px 14px',
            fontSize: 'var(--text-base)',
            lineHeight: 1.25,
            boxShadow: 'var(--shadow-pop)',
          },
          classNames: {
            success: '[&_[data-icon]]:text-ok',
            error: '[&_[data-icon]]:text-bad',
            closeButton: 'max-md:size-6!',
          },
        }}
      />
    </div>
  );
});
