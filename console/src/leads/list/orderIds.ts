/** The order ids in a pasted text: split on spaces, commas and new lines, empties dropped, each once. */
export function parseOrderIds(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((id) => id !== ''))];
}
