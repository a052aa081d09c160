import { formatNumber } from './count.ts';

/** A file's size: 900 B, 12 kB, 2.4 MB. Rounded up below 1 MB, so that no file has 0 kB. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A size beside a limit in units of 2^20 bytes, rounded up, so that a file above the limit never looks equal to it. */
export function formatMebibytes(bytes: number): string {
  return `${formatNumber(Math.ceil((bytes / 1024 / 1024) * 10) / 10)} MB`;
}
