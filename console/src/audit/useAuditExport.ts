import { useMutation } from '@tanstack/react-query';
import { download, keepFile } from '../api/download.ts';
import { errorText } from '../api/errors.ts';
import { showBatch } from '../batches/shown.ts';
import { toast } from '../ui/toast.tsx';
import { callsOf } from './calls.ts';
import { type AuditListState, filtersOf } from './filters.ts';
import { auditTexts } from './texts.ts';

/** Exports the entries that match the filters; a large export is shown as its batch. */
export function useAuditExport(isOfAll: boolean, state: AuditListState) {
  return useMutation({
    mutationFn: () => download(callsOf(isOfAll).exporting, { query: filtersOf(state) }, 'audit-history.csv'),
    onSuccess: (downloaded) => {
      if (downloaded.kind === 'answer') return showBatch(downloaded.answer.data.batch._id);
      keepFile(downloaded);
      toast.success(auditTexts.list.exported);
    },
    onError: (error) => toast.error(errorText(error)),
  });
}
