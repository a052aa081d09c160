import type * as reportsContract from '@crm/contracts/reports/reports.ts';
import { useMutation } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { address } from '../api/address.ts';
import { download, keepFile } from '../api/download.ts';
import { errorText } from '../api/errors.ts';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.tsx';
import type { ReportInput, ShownType } from './queries.ts';
import { reportTexts } from './texts.ts';
import { usePrintRecord } from './usePrintRecord.ts';

const texts = reportTexts.actions;
const formats = ['xlsx', 'csv'] as const;
const generate = address<typeof reportsContract.generateReport>('POST', '/admin/generate-report');

type ReportActionsProps = { type: ShownType; query: ReportInput; position: string };

/** Exports the shown report, at its position, and prints it. */
export function ReportActions({ type, query, position }: ReportActionsProps) {
  const user = useCurrentUser();
  usePrintRecord(type, query, position);
  const exporting = useMutation({
    mutationFn: (format: (typeof formats)[number]) =>
      download(
        generate,
        { body: { reportType: type, filters: { ...query, position }, format } },
        `report.${format}`,
      ),
    onSuccess: (done) => {
      if (done.kind === 'file') keepFile(done);
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {can(user, 'open-admin-pages') &&
        can(user, 'export') &&
        formats.map((format) => (
          <Button
            key={format}
            icon={Download}
            busy={exporting.isPending && exporting.variables === format}
            onClick={() => exporting.mutate(format)}
          >
            {texts[format]}
          </Button>
        ))}
      <Button icon={Printer} onClick={() => window.print()}>
        {texts.print}
      </Button>
    </div>
  );
}
