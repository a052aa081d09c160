import { useEffect, useState } from 'react';
import { keepKeys } from './keptKeys.ts';

/** Code that loads on first use: `loaded` is null until then. */
type OnDemand<Module> = { loaded: Module | null; load: () => Promise<void> };

/** When code is preloaded: the dialogs of a page before the rest, because a key may open them as soon as the page is there. */
type Turn = 'dialogs' | 'rest';

/** Declared and not preloaded yet; null after `preload`. */
const waiting: Record<Turn, OnDemand<unknown>[] | null> = { dialogs: [], rest: [] };

/** Declares code that loads on first use, or with `preload`; at once when that was called before. */
export function onDemand<Module>(importing: () => Promise<Module>, turn: Turn = 'rest'): OnDemand<Module> {
  const code: OnDemand<Module> = {
    loaded: null,
    load: async () => {
      code.loaded ??= await importing();
    },
  };
  const declared = waiting[turn];
  if (declared) declared.push(code);
  else loadAhead(code);
  return code;
}

/** Loads the code of this turn that was declared so far, and from now on each declaration's. */
export function preload(turn: Turn): void {
  for (const code of waiting[turn] ?? []) loadAhead(code);
  waiting[turn] = null;
}

/** A failure shows when the code is used. */
export const loadAhead = (code: OnDemand<unknown>): void => void code.load().catch(() => {});

/**
 * The code from its first use on, else null. Not `lazy`: that renders a moment later even when the code is
 * loaded.
 */
export function useOnDemand<Module>(code: OnDemand<Module>, wanted: boolean): Module | null {
  const [used, setUsed] = useState(wanted);
  const [outcome, setOutcome] = useState<{ error?: unknown }>({});
  if (wanted && !used) setUsed(true);
  const missing = wanted && code.loaded === null;
  useEffect(() => {
    if (!missing) return;
    code.load().then(
      () => setOutcome({}),
      (error) => setOutcome({ error }),
    );
  }, [missing, code]);
  if ('error' in outcome) throw outcome.error;
  return used || wanted ? code.loaded : null;
}

/** The same for a dialog, menu or other part that takes the focus when it opens: it gets the keys that are typed meanwhile. */
export function usePopup<Module>(code: OnDemand<Module>, open: boolean): Module | null {
  const popup = useOnDemand(code, open);
  const loading = open && popup === null;
  useEffect(() => {
    if (!loading) return;
    const end = keepKeys();
    return () => end(code.loaded !== null);
  }, [loading, code]);
  return popup;
}
