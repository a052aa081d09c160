import { CallError } from '../../api/errors.ts';

/** What people read when an export failed. */
export function exportErrorText(error: unknown): string {
  if (!(error instanceof CallError)) return 'Export failed. Please try again.';
  const { failure } = error;
  if (failure.kind === 'unreachable') return 'Export failed: No response from server';
  const { status, message, code } = failure;
  if (message === null) return `Export failed: ${status} ${statusTexts[status] ?? ''}`.trim();
  // These say it themselves.
  return code === 'export-empty' || code === 'export-failed' ? message : `Export failed: ${message}`;
}

/** What stands between a browser and the product may answer without a word; HTTP/2 has no texts of its own. */
const statusTexts: Record<number, string> = {
  413: 'Content Too Large',
  414: 'URI Too Long',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
