import { reservedText } from '../language/reserved-text.ts';

/**
 * Returns the reservation for a view's name: unique per list and owner. In the list of leads it names no list: reservations
 * were stored in that form before other lists had views.
 */
export function reservedName(list: string, owner: string, name: string): string {
  const scope = list === 'leads' ? owner : `${list}:${owner}`;
  return `view-name:${scope}:${reservedText(name)}`;
}
