import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    faults: 'short' | 'long';
  }
}

/**
 * How often, or how long, a suite does harm. `npm test` does each kind of harm in the short form; the long one, which
 * looks for what happens rarely, is `npm run bench -- faults`.
 */
export const shortOrLong = (short: number, long: number): number =>
  inject('faults') === 'long' ? long : short;
