/** The order ids in a pasted text: split at spaces, commas and new lines, without empty or repeated ones. */
export function parseOrderIds(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((id) => id !== ''))];
}
