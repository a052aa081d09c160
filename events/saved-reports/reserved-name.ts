import { reservedText } from '../language/reserved-text.ts';

/** The reservation of a saved report's name: unique per owner. */
export const reservedName = (owner: string, name: string): string =>
  `report-name:${owner}:${reservedText(name)}`;
