/** Rows per block: a column of a block has at most this many different values, so the code of a value is one byte. */
export const BLOCK = 256;

export type ColumnValue = string | number | null;

/** One column of a block: the value of slot n is `values[codes[n]]`. Slots without a row are null. */
export type BlockColumn = { values: ColumnValue[]; codes: Uint8Array };

/**
 * The column as JSON: its different values in order of first use, and the codes in base64. Codes are left out when all
 * slots have the same value, so a column that is mostly empty costs a few bytes. Equal columns have equal texts.
 */
export function encodeColumn(slots: readonly ColumnValue[]): string {
  const codeOf = new Map<ColumnValue, number>();
  const codes = slots.map((value) => {
    const known = codeOf.get(value) ?? codeOf.size;
    codeOf.set(value, known);
    return known;
  });
  const values = [...codeOf.keys()];
  return JSON.stringify(values.length <= 1 ? [values] : [values, Buffer.from(codes).toString('base64')]);
}

/** Reads a column of `size` slots. */
export function decodeColumn(text: string, size: number): BlockColumn {
  // The text is from encodeColumn.
  const [values, codes] = JSON.parse(text) as [ColumnValue[], string?];
  return { values, codes: codes === undefined ? new Uint8Array(size) : Buffer.from(codes, 'base64') };
}

/** The value of each slot of a column; null beyond its end. */
export const slotsOf = ({ values, codes }: BlockColumn): ColumnValue[] =>
  Array.from({ length: BLOCK }, (_, slot) => values[codes[slot] ?? -1] ?? null);
