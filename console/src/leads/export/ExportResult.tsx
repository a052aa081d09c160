import { type Batch, downloadBatchFile } from '@crm/contracts/batches/batches.ts';
import { LeadExportResult } from '@crm/contracts/leads/export.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { download, keepFile } from '../../api/download.ts';
import { errorText } from '../../api/errors.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatSize } from '../../format/size.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.tsx';
import { exportFileTexts as texts } from '../texts/exportFile.ts';

/** The file of an ended export, until it expires. */
export function ExportResult({ batch }: { batch: Batch }) {
  const fetching = useMutation({
    mutationFn: () => download(downloadBatchFile, { params: { id: batch._id } }, 'leads_export.csv'),
    onSuccess: (downloaded) => downloaded.kind === 'file' && keepFile(downloaded),
    onError: (error) => toast.error(errorText(error)),
  });
  const result = LeadExportResult.safeParse(batch.result);
  if (!result.success) return null;
  const { name, size, keptUntil } = result.data.file;
  const gone = new Date(keptUntil) <= new Date();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-ui border p-3">
      <div className="min-w-0">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm text-muted">
          {gone ? texts.expired : texts.keptUntil(formatSize(size), formatDateTime(keptUntil))}
        </p>
      </div>
      {!gone && (
        <Button icon={Download} variant="primary" busy={fetching.isPending} onClick={() => fetching.mutate()}>
          {texts.download}
        </Button>
      )}
    </div>
  );
}
