import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { urlTexts } from './texts.ts';

/**
 * Asks before the user leaves a page or tab with unsaved changes by a link, Back, or closing the window.
 * Returns the dialog to render, and `release` to call after saving.
 */
export function useUnsavedGuard(dirty: boolean): { dialog: ReactNode; release: () => void } {
  const released = useRef(false);
  const release = useCallback(() => {
    released.current = true;
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !released.current && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  const dialog = blocker.state === 'blocked' && (
    <ConfirmDialog
      open
      title={urlTexts.unsaved.title}
      message={urlTexts.unsaved.message}
      confirmLabel={urlTexts.unsaved.discard}
      danger
      onConfirm={async () => {
        release();
        blocker.proceed();
      }}
      onClose={() => {
        if (!released.current) blocker.reset();
      }}
    />
  );
  return { dialog, release };
}

const placeOf = ({ pathname, search }: Location) => pathname + search;
