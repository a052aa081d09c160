import fc from 'fast-check';

/**
 * Any code point but lone surrogates. fast-check's unit 'binary' gives the same, and takes a second of processor time
 * for its table of all code points in each process.
 */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
