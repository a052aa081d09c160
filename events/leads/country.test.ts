import { expect, test } from 'vitest';
import { currentCountry } from './country.ts';

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

test('replaces exactly the codes with a name that CLDR has replaced', () => {
  const named = letters.flatMap((one) => letters.map((two) => one + two)).filter((code) => names.of(code));
  expect(named.length).toBeGreaterThan(250);
  expect(named.map(currentCountry)).toEqual(named.map((code) => new Intl.Locale(`und-${code}`).region));
});

test.each(['', 'XX', 'MI', '1A', 'uk'])('leaves %j as it is', (text) =>
  expect(currentCountry(text)).toBe(text),
);
