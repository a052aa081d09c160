/** The reservation of a saved report's name: unique per owner, independent of case and Unicode form, on one line. */
export function reservedName(owner: string, name: string): string {
  const line = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\r\n]+/g, ' ');
  return `report-name:${owner}:${line}`;
}
