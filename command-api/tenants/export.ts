import { exportTenant } from '@crm/contracts/tenants/export.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { TenantId } from '@crm/events/ids.ts';
import { TENANT_EXPORT, type TenantExportTask } from '@crm/events/tenants/export.ts';
import { startBatch } from '@crm/platform/batches/start.ts';
import { sentBy } from '@crm/platform/commands/envelope.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { tenantCommand } from '../handle/aggregate-commands.ts';
import { onTenant } from './lifecycle.ts';

const batchIdOf = (commandId: { id: string }) => derivedId(commandId.id, 'batch');

/**
 * Exports an organisation's history. The organisation's own history names the export and who started it; the batch and its
 * file belong to the platform. Refuses with 'tenant-not-found'.
 */
export const exportData = tenantCommand({
  endpoint: exportTenant,
  policy: superAdmins,
  plan: ({ body, commandId }) =>
    onTenant(TenantId.parse(body.tenantId), { type: 'RecordDataExport', batch: batchIdOf(commandId) }),
  after: async ({ body, caller, origin, guard, commandId, now }, _position, deps) => {
    const tenant = TenantId.parse(body.tenantId);
    const organizationName = (await deps.lookups.tenantSettings(tenant))?.organizationName ?? '';
    const name = `${organizationName.replace(/[^\p{L}\p{N}]+/gu, '-')}-${now.toISOString().slice(0, 10)}.tar.gz`;
    const id = batchIdOf(commandId);
    const started = await startBatch(deps, {
      id,
      kind: TENANT_EXPORT,
      title: `Export the data of ${organizationName}`,
      total: null,
      task: { tenant, organizationName, name } satisfies TenantExportTask,
      ...sentBy({ caller, origin, guard }),
      commandId: { ...commandId, id: derivedId(commandId.id, 'start') },
    });
    // A repeat of the command finds its batch running, or ended.
    if (isRefused(started) && started.refusal !== 'batch-exists')
      throw new RetryLater(`The batch of an export was not started: ${started.refusal}`);
    return isRefused(started) ? undefined : started.position;
  },
  answer: ({ input }) => ({
    message: 'The export has started',
    data: { batchId: batchIdOf(input.commandId) },
  }),
});
