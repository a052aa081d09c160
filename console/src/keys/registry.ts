import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Something a person can do now: by its key, from the palette, and read in the `?` sheet. */
export type Action = {
  /** What it does, as its button says it. */
  label: string;
  /** 'Go to', or the page whose action it is. */
  group: string;
  /** Keys pressed one after the other: `n`, `g l`, `/`. */
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

/** Offers an action for as long as the component stands; null offers nothing. */
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

/** Every action there is at the moment; of two with the same keys, the later (nearer) one has them. */
export function currentActions(): readonly Entry[] {
  return entries;
}

export function useActions(): Action[] {
  return useSyncExternalStore(subscribe, currentActions).map(({ action }) => action);
}
