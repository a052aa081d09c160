import { uploadLimits } from '@crm/contracts/leads/upload.ts';
import { uploadTypes } from '@crm/contracts/leads/upload-file.ts';
import { texts } from '@crm/contracts/texts.ts';
import { formatNumber } from '../../format/count.ts';
import { formatMebibytes } from '../../format/size.ts';

export const accepted = uploadTypes.join(',');

/** Why a file cannot be sent; null when it can. The server checks its content. */
export function whyNotSent({ name, size }: { name: string; size: number }): string | null {
  if (!uploadTypes.some((type) => name.toLowerCase().endsWith(type)))
    return texts.fileType(name, uploadTypes);
  if (size === 0) return `${name} is empty`;
  const { bytes, xlsBytes } = uploadLimits;
  const isXls = name.toLowerCase().endsWith('.xls');
  const limit = isXls ? xlsBytes : bytes;
  if (size <= limit) return null;
  const instead = isXls ? 'Save it as .csv or .xlsx' : 'Split it into smaller files';
  return `${name} has ${formatMebibytes(size)}; at most ${formatMebibytes(limit)} can be sent. ${instead}`;
}

/** The limits of a file as a sentence. */
export function limitsText(): string {
  const { bytes, xlsBytes, rows, columns, rowCharacters, cellCharacters } = uploadLimits;
  const most = [
    `${formatMebibytes(bytes)} (${formatMebibytes(xlsBytes)} as .xls)`,
    `${formatNumber(rows)} rows`,
    `${columns} columns`,
    `${formatNumber(rowCharacters)} characters in a row`,
  ];
  return `A file can have up to ${most.join(', ')} and ${formatNumber(cellCharacters)} in a cell.`;
}
