import { formatNumber } from './count.ts';
import { formatTexts } from './texts.ts';

/** A file's size: 900 B, 12 kB, 2.4 MB. Rounded up below 1 MB, so that no file has 0 kB. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return formatTexts.bytes(bytes);
  return bytes < 1_000_000
    ? formatTexts.kilobytes(Math.ceil(bytes / 1_000))
    : formatTexts.megabytes((bytes / 1_000_000).toFixed(1));
}

/** A size beside a limit in units of 2^20 bytes, rounded up, so that a file above the limit never looks equal to it. */
export function formatMebibytes(bytes: number): string {
  return formatTexts.megabytes(formatNumber(Math.ceil((bytes / 1024 / 1024) * 10) / 10));
}
