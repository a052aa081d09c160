import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    faults: 'short' | 'long';
  }
}

/**
 * The number or duration of the faults in a suite. `npm run test:all` runs each kind of fault in the short form; the long
 * form, for rare failures, is `npm run bench -- faults`.
 */
export const shortOrLong = (short: number, long: number): number =>
  inject('faults') === 'long' ? long : short;
