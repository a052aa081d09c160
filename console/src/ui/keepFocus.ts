import { openPopups } from './isPopupOpen.ts';
import { isPopupLoading } from './keptKeys.ts';

/** How many elements that had the focus are remembered. */
const MOST = 30;
/** In such a field the next key would be typed and not act; on a phone it would open the keyboard. */
const TYPED_IN = 'textarea, select, input:not([type=checkbox], [type=radio], [type=range])';

/**
 * When the focused element disappears or is disabled, moves the focus back to the element that had it before, or to the page
 * when none is left. The browser would leave it on no element. Dialogs, lists and pages that know a better place move it before
 * this does.
 * @returns ends it
 */
export function keepFocus(): () => void {
  // An element may have the focus before this code has loaded.
  let visited = [...document.querySelectorAll<HTMLElement>(':focus')];
  let isDue = false;

  function remember({ target }: Event) {
    if (!(target instanceof HTMLElement)) return;
    visited = [...visited.filter((one) => one !== target && one.isConnected), target].slice(-MOST);
  }

  /** Whether the element that had the focus last cannot have it any more. */
  function isLost() {
    const last = visited.at(-1);
    return last !== undefined && (!last.isConnected || last.matches(':disabled'));
  }

  function goBack() {
    isDue = false;
    if (!isLost() || isPopupLoading() || document.activeElement !== document.body) return;
    const popup = openPopups().at(-1);
    const back = visited.findLast(
      (one) =>
        !one.matches(`:disabled, ${TYPED_IN}`) &&
        one.checkVisibility() &&
        (popup === undefined || popup.contains(one)),
    );
    (back ?? popup ?? document.querySelector('main'))?.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(() => {
    if (isDue || !isLost()) return;
    isDue = true;
    // The frame is when others move the focus, and when a disabled element loses it.
    requestAnimationFrame(() => setTimeout(goBack));
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  // Captured: the toasts stop the event.
  document.addEventListener('focusin', remember, { capture: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember, { capture: true });
  };
}
