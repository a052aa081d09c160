import {
  deleteTenant,
  reactivateTenant,
  restoreTenant,
  suspendTenant,
} from '@crm/contracts/tenants/lifecycle.ts';
import { renameTenant } from '@crm/contracts/tenants/tenants.ts';
import { TenantId } from '@crm/events/ids.ts';
import { tenantStream } from '@crm/events/streams.ts';
import type { TenantCommand } from '@crm/events/tenants/decide.ts';
import type { TenantEvent } from '@crm/events/tenants/events.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { tenantCommand } from '../handle/aggregate-commands.ts';

type TenantInput = { params: { id: string } };

const lock = { of: 'tenant', find: ({ params }: TenantInput) => TenantId.parse(params.id) } as const;

/** A command on any tenant, by a super admin. */
export const onTenant = (tenant: TenantId, command: TenantCommand) => ({
  stream: tenantStream(tenant),
  tenant,
  command,
});

const plan = ({ params }: TenantInput, command: TenantCommand) =>
  onTenant(TenantId.parse(params.id), command);

/** Suspends a tenant: closes its sockets and blocks its users and partners. Refuses with 'tenant-not-found'. */
export const suspend = tenantCommand({
  endpoint: suspendTenant,
  policy: superAdmins,
  lock,
  plan: (input) => ({
    ...plan(input, { type: 'SuspendTenant', reason: input.body.reason }),
    seenRevision: input.body.revision,
  }),
  answer: () => ({ message: 'Organization suspended', data: {} }),
});

/** Ends a suspension; sessions from before it work again. Refuses with 'tenant-not-found'. */
export const reactivate = tenantCommand({
  endpoint: reactivateTenant,
  policy: superAdmins,
  lock,
  plan: (input) => plan(input, { type: 'ReactivateTenant' }),
  answer: () => ({ message: 'Organization reactivated', data: {} }),
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** @returns the deletion of a tenant now, with the end of its retention period */
export const deletion = (reason: string | null, now: Date, retentionDays: number): TenantCommand => ({
  type: 'DeleteTenant',
  reason,
  keptUntil: new Date(now.getTime() + retentionDays * DAY_MS).toISOString(),
});

/** The end of the retention period according to the command's own event. */
export function keptUntilOf(events: readonly TenantEvent[]): string {
  for (const event of events)
    if (event.type === 'TenantDeleted' && event.data.keptUntil !== null) return event.data.keptUntil;
  throw new Error('A deletion appended no event');
}

/** Deletes a tenant: ends all access. Its rows are removed after the retention period; its events remain. */
export const remove = (retentionDays: number) =>
  tenantCommand({
    endpoint: deleteTenant,
    policy: superAdmins,
    lock,
    plan: (input) => plan(input, deletion(input.query.reason, input.now, retentionDays)),
    answer: ({ events }) => ({ message: 'Organization deleted', data: { keptUntil: keptUntilOf(events) } }),
  });

/** Restores a deleted tenant with its old phase. Refuses with 'tenant-not-found' when its rows were removed. */
export const restore = tenantCommand({
  endpoint: restoreTenant,
  policy: superAdmins,
  lock,
  plan: (input) => plan(input, { type: 'RestoreTenant' }),
  answer: () => ({ message: 'Organization restored', data: {} }),
});

export const rename = tenantCommand({
  endpoint: renameTenant,
  policy: superAdmins,
  plan: (input) => plan(input, { type: 'RenameOrganization', organizationName: input.body.organizationName }),
  answer: () => ({ message: 'Organization renamed', data: {} }),
});
