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
