import { uploadLimits, uploadTypes } from '@crm/contracts/leads/upload-file.ts';
import { texts } from '@crm/contracts/texts.ts';
import { leadUploadTexts } from '../texts/upload.tsx';

const fileTexts = leadUploadTexts.file;

export const accepted = uploadTypes.join(',');

/** Why a file cannot be sent; null when it can. The server checks its content. */
export function whyNotSent({ name, size }: { name: string; size: number }): string | null {
  if (!uploadTypes.some((type) => name.toLowerCase().endsWith(type)))
    return texts.fileType(name, uploadTypes);
  if (size === 0) return fileTexts.empty(name);
  const { bytes, xlsBytes } = uploadLimits;
  const isXls = name.toLowerCase().endsWith('.xls');
  const limit = isXls ? xlsBytes : bytes;
  if (size <= limit) return null;
  return isXls ? fileTexts.tooLargeXls(name, size, limit) : fileTexts.tooLarge(name, size, limit);
}

/** The limits of a file as a sentence. */
export const limitsText = (): string => fileTexts.limits(uploadLimits);
