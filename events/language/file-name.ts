import { cutText } from './text.ts';

/** A file name has at most 255 bytes, and a UTF-16 unit takes up to three. */
const LONGEST = 60;

/** A text as a part of a file name: without invisible characters and those that a file system treats as part of a path. */
export const inFileName = (text: string): string =>
  cutText(text.replace(/[\p{C}\\/:*?"<>|%]/gu, ' ').replace(/\s+/gu, ' '), LONGEST).replace(
    /^[\s.]+|[\s.]+$/gu,
    '',
  );
