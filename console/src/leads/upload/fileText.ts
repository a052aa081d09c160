import { uploadLimits } from '@crm/contracts/leads/upload.ts';

/** '2.4 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const types = ['.csv', '.xlsx', '.xls'];
export const accepted = types.join(',');

/** What keeps a file from being sent at all; null when it may be. What is in it, the server says. */
export function whyNotSent({ name, size }: { name: string; size: number }): string | null {
  if (!types.some((type) => name.toLowerCase().endsWith(type)))
    return `${name} is no .csv, .xlsx or .xls: save it as one of these`;
  if (size === 0) return `${name} is empty`;
  const { bytes, xlsBytes } = uploadLimits;
  const most = name.toLowerCase().endsWith('.xls') ? xlsBytes : bytes;
  return size > most
    ? `${name} has ${sizeText(size)}; at most ${sizeText(most)} can be sent. Split it, or save it as .csv`
    : null;
}
