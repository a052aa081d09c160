import { formatNumber } from '../../format/count.ts';

/** A proxy may answer without a message, and HTTP/2 has no reason phrases. */
const httpStatuses: Record<number, string> = {
  413: 'Content Too Large',
  414: 'URI Too Long',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** The texts of an export of leads. */
export const leadExportTexts = {
  formats: { excel: 'Excel (.xlsx)', csv: 'CSV (.csv)' },
  /** Of the action in the `?` sheet. */
  selectedTo: (format: string) => `Export selected leads to ${format}`,
  allTo: (format: string) => `Export all leads to ${format}`,
  selectedItem: (n: number, format: string) => `${formatNumber(n)} selected · ${format}`,
  allItem: (n: number | undefined, format: string) =>
    `All ${n === undefined ? '' : `${formatNumber(n)} `}listed · ${format}`,
  allExported: 'Export completed successfully',
  selectedExported: (n: number) => `Successfully exported ${formatNumber(n)} selected lead(s)`,

  failed: 'Export failed. Please try again.',
  unreachable: 'Export failed: No response from server',
  failedBecause: (why: string) => `Export failed: ${why}`,
  empty: 'Export file is empty. No data matches your filters.',
  httpStatuses,
};
