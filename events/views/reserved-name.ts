/**
 * Returns the reservation for a view's name: unique per list and owner, independent of case and Unicode form. Line breaks
 * become spaces, because a reservation is a single line. In the list of leads it names no list: reservations were stored in
 * that form before other lists had views.
 */
export function reservedName(list: string, owner: string, name: string): string {
  const line = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\r\n]+/g, ' ');
  return list === 'leads' ? `view-name:${owner}:${line}` : `view-name:${list}:${owner}:${line}`;
}
