import type * as contract from '@crm/contracts/tenants/export.ts';
import type { Tenant } from '@crm/contracts/tenants/tenants.ts';
import { useCallback } from 'react';
import { address } from '../api/address.ts';
import { errorText } from '../api/errors.ts';
import { useCommand } from '../api/useCommand.ts';
import { showBatch } from '../batches/shown.ts';
import { toast } from '../ui/toast.tsx';
import { type RowRun, useRowAction } from '../ui/useRowAction.ts';

/** Starts an export of an organisation's data, and shows its batch, which has the file in the end. */
export function useTenantExport(): RowRun<Tenant> {
  const { mutateAsync: start } = useCommand(
    address<typeof contract.exportTenant>('POST', '/super-admin/export-data'),
    ['batches'],
  );
  return useRowAction(
    useCallback(
      ({ _id: tenantId }: Tenant) =>
        start({ body: { tenantId } }).then(
          ({ data }) => showBatch(data.batchId),
          (error) => toast.error(errorText(error)),
        ),
      [start],
    ),
  );
}
