import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { decode, encode } from './codec.ts';

/** In the router's state of each step that the page itself made, so that it is known from being opened anew. */
const ownStep = { ownStep: true };

/** Whether the page changed its address itself; not when a link, the sidebar or a person opened it there. */
export const isOwnStep = (state: unknown) =>
  typeof state === 'object' && state !== null && 'ownStep' in state;

type SetUrlState<State> = (patch: Partial<State>, options?: { replace?: boolean }) => void;

/**
 * The state of a list page, held by its address: a link shows the same list, Back undoes a filter.
 * Any change but of the page itself leads back to page 1. `replace` keeps typing out of the history.
 */
export function useUrlState<S extends z.ZodObject>(schema: S): [z.output<S>, SetUrlState<z.output<S>>] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => decode(schema, params), [schema, params]);
  const setState = useCallback<SetUrlState<z.output<S>>>(
    (patch, options) => {
      setParams(
        (current) => {
          const next = { ...decode(schema, current), ...('page' in patch ? {} : { page: 1 }), ...patch };
          return encode(schema, next);
        },
        { replace: options?.replace ?? false, state: ownStep },
      );
    },
    [schema, setParams],
  );
  return [state, setState];
}
