import fc from 'fast-check';

/**
 * Problematic code units: halves of surrogate pairs, NUL, look-alikes of their escapes, line ends,
 * noncharacters.
 */
const odd = fc.constantFrom(
  ...['\ud83d', '\ude00', '😀', '\0', '\\', '\\u0000', '\\ud83d', '_xD83D_', '_x0000_', '\ufffe', '\uffff'],
  ...['"', "'", '=', '\n', '\r', '\t', ' ', ',', ';', '\u0001', '\u007f', '{{fullName}}', '<', '&amp;', '1'],
);
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
/** Fills a field to one unit below its limit, so that truncation splits the next character. */
const filling = fc.constantFrom(...[99, 199, 499, 999].map((length) => 'x'.repeat(length)));

/** For tests: arbitrary strings of code units, most with problematic ones. */
export const anyText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: odd },
      { weight: 3, arbitrary: anyUnit },
      { weight: 1, arbitrary: filling },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''));
