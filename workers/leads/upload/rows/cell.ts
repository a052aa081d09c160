/** The value of a cell, or an error text that follows the column's name. */
export type Read<T> = { kind: 'good'; value: T } | { kind: 'wrong'; why: string };
export const good = <T>(value: T): Read<T> => ({ kind: 'good', value });
export const wrong = (why: string): { kind: 'wrong'; why: string } => ({ kind: 'wrong', why });
