import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { decode, encode } from './codec.ts';
import type { Fields, StateOf } from './fields.ts';
import { useIsHere } from './useIsHere.ts';

/** Marks the history entries that the page itself created, to distinguish them from opening the page. */
const ownStep = { ownStep: true };

/** Whether the page itself changed its URL; false when a link, the sidebar or the user opened it. */
export const isOwnStep = (state: unknown) =>
  typeof state === 'object' && state !== null && 'ownStep' in state;

/** `flushSync`: the page shows the change before the call returns. */
type Options = { replace?: boolean; flushSync?: boolean };

/** A patch that depends on the state is a function: a second change may come before the first one is rendered. */
type Patch<State> = Partial<State> | ((now: State) => Partial<State>);

export type SetUrlState<State> = (patch: Patch<State>, options?: Options) => void;

/**
 * A list page's state in its URL: a link shows the same list, Back reverts a filter. Any change except of the
 * page number resets to page 1. `replace` keeps typing out of the history. After the user has left the page, as when an answer
 * arrives late, a change does nothing: it would be one of the next page's URL.
 */
export function useUrlState<F extends Fields>(fields: F): [StateOf<F>, SetUrlState<StateOf<F>>] {
  const [params, setParams] = useSearchParams();
  const isHere = useIsHere();
  const state = useMemo(() => decode(fields, params), [fields, params]);
  const setState = useCallback<SetUrlState<StateOf<F>>>(
    (patch, options) => {
      if (!isHere()) return;
      setParams(
        () => {
          // The router's own `current` is that of the last render: a second change before the next one would undo the first.
          const current = new URLSearchParams(window.location.search);
          const now = decode(fields, current);
          const changes = typeof patch === 'function' ? patch(now) : patch;
          const next = { ...now, ...('page' in changes ? {} : { page: 1 }), ...changes };
          return encode(fields, next);
        },
        { replace: false, ...options, state: ownStep },
      );
    },
    [fields, setParams, isHere],
  );
  return [state, setState];
}
