/** Rows per block: a column of a block has at most this many different values, so the code of a value is one byte. */
export const BLOCK = 256;

export type ColumnValue = string | number | null;

/**
 * How a column is stored. `coded`: each different value once, and a byte per row: for values that repeat. `numbers`:
 * 8 bytes per row, which are read without parsing: for numbers that hardly repeat.
 */
export type ColumnKind = 'coded' | 'numbers';

/** A coded column of a block: the value of slot n is `values[codes[n]]`. Slots without a row are null. */
export type CodedColumn = { values: ColumnValue[]; codes: Uint8Array };

/** Encodes the slots of a block. Equal columns have equal texts. A slot without a row has the number 0. */
export const encodeColumn = (kind: ColumnKind, slots: readonly ColumnValue[]): string =>
  kind === 'coded' ? encodeCoded(slots) : base64Of(new Float64Array(slots.map(Number)));

/**
 * JSON of the different values in order of first use, and the codes in base64. Codes are left out when all slots have
 * the same value, so a column that is mostly empty costs a few bytes.
 */
function encodeCoded(slots: readonly ColumnValue[]): string {
  const { values, codes } = codesOf(slots);
  return JSON.stringify(values.length <= 1 ? [values] : [values, Buffer.from(codes).toString('base64')]);
}

/** The column of these values: each different one in order of first use. */
export function codesOf(slots: readonly ColumnValue[]): CodedColumn {
  const codeOf = new Map<ColumnValue, number>();
  const codes = slots.map((value) => {
    const known = codeOf.get(value) ?? codeOf.size;
    codeOf.set(value, known);
    return known;
  });
  return { values: [...codeOf.keys()], codes: Uint8Array.from(codes) };
}

const base64Of = ({ buffer }: Float64Array<ArrayBuffer>) => Buffer.from(buffer).toString('base64');

/** Reads a coded column of `size` slots. */
export function decodeCoded(text: string, size: number): CodedColumn {
  // The text is from encodeCoded.
  const [values, codes] = JSON.parse(text) as [ColumnValue[], string?];
  return { values, codes: codes === undefined ? new Uint8Array(size) : Buffer.from(codes, 'base64') };
}

/** Reads a column of numbers, in the byte order of all processors that Node supports. */
export function decodeNumbers(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64');
  // Numbers of 8 bytes must begin at a multiple of 8.
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes);
  return new Float64Array(aligned.buffer, aligned.byteOffset, bytes.length / 8);
}

/** The value of each slot of a column; beyond its `size` null. */
export function slotsOf(kind: ColumnKind, text: string, size: number): ColumnValue[] {
  if (kind === 'numbers') {
    const numbers = decodeNumbers(text);
    return Array.from({ length: BLOCK }, (_, slot) => numbers[slot] ?? null);
  }
  const { values, codes } = decodeCoded(text, size);
  return Array.from({ length: BLOCK }, (_, slot) => values[codes[slot] ?? -1] ?? null);
}
