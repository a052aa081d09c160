import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test.each([
  ['  José   ÑANDÚ ', 'jose nandu'],
  ['Łódź, Straße 5', 'lodz strasse 5'],
  ['Søren Æbelø', 'soren aebelo'],
  ["O'Brien", 'obrien'],
  ['O’Brien-Smith', 'obriensmith'],
  ['ann.lee+crm@example.test', 'annleecrmexampletest'],
  ['१२३ ٤٥٦ ۷۸۹ ４２', '123 456 789 42'],
  ['कुमार', 'कुमार'],
  ['करी', 'करी'],
  ['مُحَمَّد', 'محمد'],
  ['12/4-B\tMG Road', '124b mg road'],
  ['Asha\u200b Ver\u00adma', 'asha verma'],
  ['\u200fأحمد علي\u200f', 'احمد علي'],
  ['Asha ❤️', 'asha'],
  ['ΝΙΚΟΣ', 'νικοσ'],
  ['...', ''],
])('%s is folded to %s', (text, folded) => expect(foldText(text)).toBe(folded));

test('a composed and a decomposed letter are the same', () =>
  expect(foldText('Jose\u0301')).toBe(foldText('Jos\u00e9')));

test('signs may become spaces', () => expect(foldText('jean-luc', ' ')).toBe('jean luc'));

test('folding twice is folding once', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  ));

test('an invisible character changes nothing', () => {
  const invisible = fc.constantFrom(
    ...'\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u2060\u2066\ufe0f\ufeff',
  );
  const word = fc.string({
    unit: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('Σ', 'e\u0301', 'कि', '-', ' ')),
  });
  fc.assert(
    fc.property(word, word, invisible, fc.constantFrom('', ' '), (before, after, sign, signs) => {
      expect(foldText(`${before}${sign}${after}`, signs)).toBe(foldText(`${before}${after}`, signs));
    }),
  );
});
