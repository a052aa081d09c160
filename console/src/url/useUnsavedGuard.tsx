import { type ReactNode, useCallback, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { urlTexts } from './texts.ts';

/** The forms on screen with unsaved changes. The router has one blocker: the first of these forms asks for all. */
let unsaved: readonly string[] = [];
const listeners = new Set<() => void>();

function setUnsaved(forms: readonly string[]): void {
  unsaved = forms;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a form on screen has unsaved changes. */
export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, () => unsaved.length > 0);

/**
 * Asks before the user leaves a page or tab with unsaved changes by a link, Back, or closing the window; once, however many
 * forms have such changes. Returns the dialog to render, and `release` to call after saving.
 */
export function useUnsavedGuard(dirty: boolean): { dialog: ReactNode; release: () => void } {
  const form = useId();
  const isAsking = useSyncExternalStore(subscribe, () => unsaved[0] === form);
  const release = useCallback(() => setUnsaved(unsaved.filter((other) => other !== form)), [form]);

  useEffect(() => {
    if (!dirty) return;
    setUnsaved([...unsaved, form]);
    return release;
  }, [dirty, form, release]);

  return { dialog: isAsking && <LeaveQuestion />, release };
}

function LeaveQuestion() {
  const proceeds = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Empty when the last form was released, and leaves the page before this component is gone.
      unsaved.length > 0 && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  return (
    blocker.state === 'blocked' && (
      <ConfirmDialog
        open
        title={urlTexts.unsaved.title}
        message={urlTexts.unsaved.message}
        confirmLabel={urlTexts.unsaved.discard}
        danger
        onConfirm={async () => {
          proceeds.current = true;
          blocker.proceed();
        }}
        onClose={() => {
          if (!proceeds.current) blocker.reset();
        }}
      />
    )
  );
}

const placeOf = ({ pathname, search }: Location) => pathname + search;
