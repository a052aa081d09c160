import { vi } from 'vitest';
import { STATE_MS } from './patience.ts';

// vi.waitFor and vi.waitUntil wait for one second by default, and Vitest has no setting to change it.
const { waitFor, waitUntil } = vi;
type Options = Parameters<typeof waitFor>[1];
const patient = (options: Options = {}) =>
  typeof options === 'number' ? options : { timeout: STATE_MS, ...options };

// A setup file runs before each test file, and one worker runs many test files.
if (!Object.hasOwn(waitFor, 'patient')) {
  vi.waitFor = Object.assign<typeof waitFor, object>((look, options) => waitFor(look, patient(options)), {
    patient: true,
  });
  vi.waitUntil = (look, options) => waitUntil(look, patient(options));
}
