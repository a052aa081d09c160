import { uploadErrors } from '@crm/contracts/leads/upload.ts';
import { uploadGroupOf, uploadGroups } from '@crm/contracts/leads/upload-groups.ts';
import type { UploadError } from '@crm/contracts/leads/upload-results.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { download, keepFile } from '../../api/download.ts';
import { errorText } from '../../api/errors.ts';
import { formatNumber } from '../../format/count.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.tsx';
import { leadUploadTexts } from '../texts/upload.tsx';
import { FixHints } from './FixHints.tsx';

const texts = leadUploadTexts.errors;

type UploadErrorsProps = {
  errors: readonly UploadError[];
  /** The number of all errors; only the first ones are shown. */
  count: number;
  groups: readonly { group: string; count: number }[];
  /** Identifies the errors file; null if there is none. */
  batchId: string | null;
};

/** Rows with errors, grouped by kind, and the download of the errors file. */
export function UploadErrors({ errors, count, groups, batchId }: UploadErrorsProps) {
  const fetching = useMutation({
    mutationFn: (id: string) => download(uploadErrors, { params: { batchId: id } }, 'errors.csv'),
    onSuccess: (downloaded) => downloaded.kind === 'file' && keepFile(downloaded),
    onError: (error) => toast.error(errorText(error)),
  });
  if (count === 0) return null;
  const counts = new Map(groups.map((one) => [one.group, one.count]));
  return (
    <section aria-label={texts.label} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{texts.title(count)}</h3>
        {batchId !== null && (
          <Button
            icon={Download}
            size="sm"
            busy={fetching.isPending}
            onClick={() => fetching.mutate(batchId)}
          >
            {texts.download}
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        {count > errors.length ? texts.hintOfFirst(errors.length) : texts.hint}
      </p>
      {uploadGroups.map((group) => {
        const rows = errors.filter(({ error }) => uploadGroupOf(error) === group);
        if (rows.length === 0) return null;
        return (
          <details key={group} open className="rounded-ui border">
            <summary className="flex min-h-9 cursor-pointer items-center gap-2 px-3 max-md:min-h-11">
              <span className="flex-1 font-medium">{group}</span>
              <Badge tone="bad">{formatNumber(counts.get(group) ?? rows.length)}</Badge>
            </summary>
            <FixHints group={group} className="border-t px-3 py-1.5" />
            <ul className="max-h-64 divide-y overflow-y-auto border-t">
              {rows.map(({ row, errors: reasons }) => (
                <li key={`${row} ${reasons[0]}`} className="flex gap-3 px-3 py-1.5">
                  <span className="w-20 shrink-0 text-muted tabular-nums">{texts.row(row)}</span>
                  <span className="min-w-0 flex-1 break-words" dir="auto">
                    {reasons.join('; ')}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </section>
  );
}
