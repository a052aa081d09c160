/** Percentage with one decimal; 0 if `of` is 0. */
export const percent = (part: number, of: number) => (of === 0 ? 0 : Math.round((part / of) * 1000) / 10);
