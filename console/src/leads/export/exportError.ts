import { CallError } from '../../api/errors.ts';
import { leadExportTexts } from '../texts/export.ts';

const texts = leadExportTexts;

/** The error text of a failed export. */
export function exportErrorText(error: unknown): string {
  if (!(error instanceof CallError)) return texts.failed;
  const { failure } = error;
  if (failure.kind === 'unreachable') return texts.unreachable;
  const { status, message, code } = failure;
  if (message === null) return texts.failedBecause(`${status} ${texts.httpStatuses[status] ?? ''}`.trim());
  // These messages are complete sentences.
  return code === 'export-empty' || code === 'export-failed' ? message : texts.failedBecause(message);
}

/** Returns the download; throws the refusal of an empty export if its file has no bytes. */
export function notEmpty<D extends { kind: 'answer' } | { kind: 'file'; bytes: Blob }>(downloaded: D): D {
  if (downloaded.kind === 'file' && downloaded.bytes.size === 0)
    throw new CallError({
      kind: 'refused',
      status: 200,
      message: texts.empty,
      code: 'export-empty',
      errors: {},
      stale: false,
    });
  return downloaded;
}
