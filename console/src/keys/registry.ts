import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { type ActionName, keysOf } from './keymap.ts';

/** An action that a component offers: by shortcut and in the palette, and listed in the `?` sheet. */
type Offered = {
  /** The text of its button. */
  label: string;
  /** 'Go to', or the page that the action belongs to. */
  group: string;
  /** Its name in the keymap; without one, it is only in the palette. */
  action?: ActionName;
  run: () => void;
};

/** An action that is available now; two may have one name. */
export type Action = Omit<Offered, 'action'> & { id: number; keys?: string };

type Entry = { readonly action: Action };

let entries: readonly Entry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Entry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Registers an action while the component is mounted; null registers none. In the effects before the browser draws: what is
 * seen has its keys.
 */
export function useAction(offered: Offered | null): void {
  const run = useRef(offered?.run);
  useLayoutEffect(() => {
    run.current = offered?.run;
  });
  const { label, group, action } = offered ?? {};
  useLayoutEffect(() => {
    if (label === undefined || group === undefined) return;
    lastId += 1;
    const entry = {
      action: {
        id: lastId,
        label,
        group,
        ...(action && { keys: keysOf(action) }),
        run: () => run.current?.(),
      },
    };
    change([...entries, entry]);
    return () => change(entries.filter((one) => one !== entry));
  }, [label, group, action]);
}

/** All actions registered now; of two with the same keys, the later (nearer) one wins. */
export function currentActions(): readonly Entry[] {
  return entries;
}

export function useActions(): Action[] {
  return useSyncExternalStore(subscribe, currentActions).map(({ action }) => action);
}
