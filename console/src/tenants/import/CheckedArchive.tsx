import type { Batch } from '@crm/contracts/batches/batches.ts';
import { importTenant, TenantImportChecked } from '@crm/contracts/tenants/import.ts';
import { errorText } from '../../api/errors.ts';
import { useCommand } from '../../api/useCommand.ts';
import { showBatch } from '../../batches/shown.ts';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { toast } from '../../ui/toast.tsx';
import { tenantTexts } from '../texts.ts';

const texts = tenantTexts.import.checked;

/** The contents of a checked archive, and the button that imports it. */
export function CheckedArchive({ batch }: { batch: Batch }) {
  const start = useCommand(importTenant, ['batches']);
  const result = TenantImportChecked.safeParse(batch.result);
  if (!result.success) return null;
  const { tenant, exportedAt, from, to, events, users, leads } = result.data.archive;
  return (
    <section aria-label={texts.title} className="flex flex-col gap-4 rounded-ui border p-3">
      <Facts
        facts={[
          { label: texts.organization, value: tenant.organizationName },
          { label: texts.exportedAt, value: formatDateTime(exportedAt) },
          { label: texts.from, value: formatDateTime(from) },
          { label: texts.to, value: formatDateTime(to) },
          { label: texts.users, value: formatNumber(users) },
          { label: texts.leads, value: formatNumber(leads) },
          { label: texts.events, value: formatNumber(events) },
        ]}
      />
      <p className="text-sm text-muted">{texts.effect}</p>
      <Button
        variant="primary"
        className="self-start"
        busy={start.isPending}
        onClick={() =>
          start.mutateAsync({ body: { checkId: batch._id } }).then(
            ({ data }) => showBatch(data.batchId),
            (error) => toast.error(errorText(error)),
          )
        }
      >
        {texts.submit}
      </Button>
    </section>
  );
}
