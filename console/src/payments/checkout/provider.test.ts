import { expect, test, vi } from 'vitest';
import { mayLoadProvider } from './provider.ts';

/** The entries of a browser that entered the console on these pages. */
function enteredOn(...pages: string[]) {
  const entries = pages.map((page) => ({ name: `https://crm.example.com${page}` }) as PerformanceEntry); // all that is read
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries);
}

test('only pages that admit the script of the provider load it', () => {
  enteredOn('/?plan=1');
  expect(mayLoadProvider()).toBe(true);
  enteredOn('/profile?tab=subscription');
  expect(mayLoadProvider()).toBe(true);
  enteredOn('/leads');
  expect(mayLoadProvider()).toBe(false);
});

test('a browser that hides where it entered loads it, too: a reload would not end', () => {
  enteredOn();
  expect(mayLoadProvider()).toBe(true);
});
