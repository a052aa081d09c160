import type { Fields, StateOf } from './fields.ts';

/** Decodes a page's state from its URL. An invalid parameter falls back to the field's initial value. */
export function decode<F extends Fields>(fields: F, params: URLSearchParams): StateOf<F> {
  const values = Object.entries(fields).map(([name, { initial, read }]) => {
    const given = params.get(name);
    return [name, given === null ? initial : (read(given) ?? initial)];
  });
  // Each value was read by its own field.
  return Object.fromEntries(values) as StateOf<F>;
}

/** Encodes a state as URL parameters; omits initial values, so that the initial page has a plain URL. */
export function encode<F extends Fields>(fields: F, state: StateOf<F>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, { initial }] of Object.entries(fields)) {
    if (state[name] !== initial) params.set(name, String(state[name]));
  }
  return params;
}

/** The state of a URL without parameters. */
export const initialState = <F extends Fields>(fields: F): StateOf<F> =>
  decode(fields, new URLSearchParams());
