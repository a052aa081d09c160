import { uploadLimits } from '@crm/contracts/leads/upload.ts';

/** '2.4 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const types = ['.csv', '.xlsx', '.xls'];
export const accepted = types.join(',');

/** Why a file cannot be sent; null when it can. The server checks its content. */
export function whyNotSent({ name, size }: { name: string; size: number }): string | null {
  if (!types.some((type) => name.toLowerCase().endsWith(type)))
    return `${name} is no .csv, .xlsx or .xls: save it as one of these`;
  if (size === 0) return `${name} is empty`;
  const { bytes, xlsBytes } = uploadLimits;
  const isXls = name.toLowerCase().endsWith('.xls');
  const limit = isXls ? xlsBytes : bytes;
  if (size <= limit) return null;
  const instead = isXls ? 'Save it as .csv or .xlsx' : 'Split it into smaller files';
  return `${name} has ${megabytes(size)} MB; at most ${megabytes(limit)} MB can be sent. ${instead}`;
}

/**
 * In units of 2^20 bytes like the server's limit, rounded up, so that a file above the limit never looks
 * equal to it.
 */
const megabytes = (bytes: number) => (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toLocaleString('en-US');

/** The limits of a file as a sentence. */
export function limitsText(): string {
  const { bytes, xlsBytes, rows, columns, rowCharacters, cellCharacters } = uploadLimits;
  const most = [
    `${megabytes(bytes)} MB (${megabytes(xlsBytes)} MB as .xls)`,
    `${rows.toLocaleString('en-US')} rows`,
    `${columns} columns`,
    `${rowCharacters.toLocaleString('en-US')} characters in a row`,
  ];
  return `A file can have up to ${most.join(', ')} and ${cellCharacters.toLocaleString('en-US')} in a cell.`;
}
