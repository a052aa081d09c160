/**
 * A text as part of a reservation, so that texts that differ only in case or Unicode form are the same. Line breaks become
 * spaces, because a reservation is a single line.
 */
export const reservedText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\r\n]+/g, ' ');
