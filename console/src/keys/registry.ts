import { useEffect, useRef, useSyncExternalStore } from 'react';

/** An action that is available now: by shortcut and in the palette, and listed in the `?` sheet. */
export type Action = {
  /** The text of its button. */
  label: string;
  /** 'Go to', or the page that the action belongs to. */
  group: string;
  /** Keys pressed in sequence: `n`, `g l`, `/`. */
  keys?: string;
  run: () => void;
};

type Entry = { readonly action: Action };

let entries: readonly Entry[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Entry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers an action while the component is mounted; null registers none. */
export function useAction(action: Action | null): void {
  const run = useRef(action?.run);
  useEffect(() => {
    run.current = action?.run;
  });
  const { label, group, keys } = action ?? {};
  useEffect(() => {
    if (label === undefined || group === undefined) return;
    const entry = { action: { label, group, ...(keys && { keys }), run: () => run.current?.() } };
    change([...entries, entry]);
    return () => change(entries.filter((one) => one !== entry));
  }, [label, group, keys]);
}

/** All actions registered now; of two with the same keys, the later (nearer) one wins. */
export function currentActions(): readonly Entry[] {
  return entries;
}

export function useActions(): Action[] {
  return useSyncExternalStore(subscribe, currentActions).map(({ action }) => action);
}
