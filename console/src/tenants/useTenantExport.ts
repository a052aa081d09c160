import type * as contract from '@crm/contracts/tenants/export.ts';
import type { Tenant } from '@crm/contracts/tenants/tenants.ts';
import { address } from '../api/address.ts';
import { errorText } from '../api/errors.ts';
import { useCommand } from '../api/useCommand.ts';
import { showBatch } from '../batches/shown.ts';
import { toast } from '../ui/toast.tsx';

/** Starts an export of an organisation's data, and shows its batch, which has the file in the end. */
export function useTenantExport(): (tenant: Tenant) => void {
  const start = useCommand(address<typeof contract.exportTenant>('POST', '/super-admin/export-data'), [
    'batches',
  ]);
  return ({ _id: tenantId }) =>
    void start.mutateAsync({ body: { tenantId } }).then(
      ({ data }) => showBatch(data.batchId),
      (error) => toast.error(errorText(error)),
    );
}
