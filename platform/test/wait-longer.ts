import { vi } from 'vitest';
import { STATE_MS } from './patience.ts';

// Vitest lets vi.waitFor and vi.waitUntil wait for one second unless a call says otherwise, and has no setting for it.
const { waitFor, waitUntil } = vi;
type Options = Parameters<typeof waitFor>[1];
const patient = (options: Options = {}) =>
  typeof options === 'number' ? options : { timeout: STATE_MS, ...options };

// A setup file runs before each test file; one worker runs many of them.
if (!Object.hasOwn(waitFor, 'patient')) {
  vi.waitFor = Object.assign<typeof waitFor, object>((look, options) => waitFor(look, patient(options)), {
    patient: true,
  });
  vi.waitUntil = (look, options) => waitUntil(look, patient(options));
}
