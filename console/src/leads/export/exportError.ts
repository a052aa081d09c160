import { CallError } from '../../api/errors.ts';

/** The error text of a failed export. */
export function exportErrorText(error: unknown): string {
  if (!(error instanceof CallError)) return 'Export failed. Please try again.';
  const { failure } = error;
  if (failure.kind === 'unreachable') return 'Export failed: No response from server';
  const { status, message, code } = failure;
  if (message === null) return `Export failed: ${status} ${statusTexts[status] ?? ''}`.trim();
  // These messages are complete sentences.
  return code === 'export-empty' || code === 'export-failed' ? message : `Export failed: ${message}`;
}

/** Returns the download; throws the refusal of an empty export if its file has no bytes. */
export function notEmpty<D extends { kind: 'answer' } | { kind: 'file'; bytes: Blob }>(downloaded: D): D {
  if (downloaded.kind === 'file' && downloaded.bytes.size === 0)
    throw new CallError({
      kind: 'refused',
      status: 200,
      message: 'Export file is empty. No data matches your filters.',
      code: 'export-empty',
      errors: {},
    });
  return downloaded;
}

/** A proxy may answer without a message, and HTTP/2 has no reason phrases. */
const statusTexts: Record<number, string> = {
  413: 'Content Too Large',
  414: 'URI Too Long',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
