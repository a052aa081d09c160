import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, endOfText, isStorable, isStorableJson, storable, storableJson } from './text.ts';

/** Random text with many problematic units: half surrogate pairs, NUL, and text that looks like their escapes. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('\ud83d', '\ude00', '😀', '\0', '\\', '\\u0000', '\\ud83d', 'u', '"', '\n', '\u0001'),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const wholeText = anyText.map((text) => text.toWellFormed());
const anyJson = fc.jsonValue({ depthSize: 'small' }).chain((value) =>
  fc.record({ value: fc.constant(value), text: anyText, key: anyText }).map(({ value, text, key }) => ({
    value,
    list: [text],
    [`key ${key}`]: { text },
  })),
);

/** All texts and keys in a value, found by walking it. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)]);
}

describe('cutting', () => {
  test('never leaves half of a surrogate pair, and keeps as much as fits', () =>
    fc.assert(
      fc.property(wholeText, fc.nat(15), (text, most) => {
        for (const cut of [cutText(text, most), endOfText(text, most)]) {
          expect(cut.isWellFormed()).toBe(true);
          expect(cut.length).toBeLessThanOrEqual(most);
          expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1);
        }
        expect(text.startsWith(cutText(text, most))).toBe(true);
        expect(text.endsWith(endOfText(text, most))).toBe(true);
      }),
    ));

  test.each([
    ['a😀b', 2, 'a', 'b'],
    ['a😀b', 3, 'a😀', '😀b'],
    ['😀', 1, '', ''],
    ['ab', 0, '', ''],
    ['ab', 5, 'ab', 'ab'],
  ])('%s at %d', (text, most, first, last) => {
    expect([cutText(text, most), endOfText(text, most)]).toEqual([first, last]);
  });
});

describe('storable text', () => {
  test('is any text without NUL and half surrogate pairs', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isStorable(text)).toBe(!/\p{Surrogate}|\0/u.test(text));
        expect(isStorable(storable(text))).toBe(true);
        expect(storable(text)).toBe(text.replaceAll(/\p{Surrogate}|\0/gu, '\ufffd'));
      }),
    ));

  test('is detected in JSON like by a walk over all texts and keys', () =>
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(isStorableJson(JSON.stringify(value))).toBe(textsOf(value).every(isStorable));
      }),
      { numRuns: 500 },
    ));

  test('is the result of storableJson, which changes nothing else', () =>
    fc.assert(
      fc.property(anyJson, (value) => {
        const made: unknown = JSON.parse(storableJson(JSON.stringify(value)));
        expect(textsOf(made)).toEqual(textsOf(value).map(storable));
      }),
      { numRuns: 500 },
    ));
});
