import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { looksLikeUtf8, Utf8Check } from './utf8.ts';

/** The outcome for bytes that come in pieces of a size. */
function inPieces(bytes: Buffer, size: number): boolean {
  const check = new Utf8Check();
  for (let at = 0; at < bytes.length; at += size) check.add(bytes.subarray(at, at + size));
  return check.passes();
}

const texts = fc.string({ unit: fc.constantFrom(...'aZ ,"üñéßनमएعм你ी😀\u200d\ufffd'), minLength: 1 });

test('every text in UTF-8 is, in pieces of any size', () =>
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, size) => {
      expect(looksLikeUtf8(Buffer.from(text))).toBe(true);
      expect(inPieces(Buffer.from(text), size)).toBe(true);
    }),
  ));

test('a text with a cut letter beside a whole one is UTF-8', () =>
  fc.assert(
    fc.property(fc.constantFrom('ü', 'न', '你', '😀'), fc.constantFrom('', 'b', '&c=d'), (letter, rest) => {
      const whole = Buffer.from(letter);
      for (let length = 1; length < whole.length; length += 1) {
        const bytes = Buffer.concat([Buffer.from('a=é&'), whole.subarray(0, length), Buffer.from(rest)]);
        expect(isUtf8(bytes)).toBe(false);
        expect(looksLikeUtf8(bytes)).toBe(true);
        expect(inPieces(bytes, 1)).toBe(true);
      }
    }),
  ));

test.each([
  ['José Ñandú', false],
  ['Müller', false],
  ['1234567 \x80', false],
  // In UTF-8, é, a space that does not break and » are one letter.
  ['«\u00a0José, un café\u00a0»', false],
  // Letters and spaces in UTF-8 that are too long, half of a surrogate pair, and more than Unicode has.
  ['\xc0\xaf', false],
  ['\xe0\x80\x80', false],
  ['\xed\xa0\x80', false],
  ['\xf4\x90\x80\x80', false],
  ['\xef\xbb\xbfJos\xe9, Mar\xeda', true],
  ['Asha Rao', true],
  ['', true],
])('bytes %j of Windows-1252: %s', (text, is) => expect(looksLikeUtf8(Buffer.from(text, 'latin1'))).toBe(is));
