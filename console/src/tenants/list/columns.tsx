import type { Tenant } from '@crm/contracts/tenants/tenants.ts';
import { formatNumber } from '../../format/count.ts';
import { formatDate, formatDateTime } from '../../format/date.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Day } from '../../ui/Day.tsx';
import type { Column } from '../../ui/table/columns.ts';
import type { Tone } from '../../ui/tone.ts';
import { tenantTexts } from '../texts.ts';
import { TenantActions, type TenantRuns } from './TenantActions.tsx';

const texts = tenantTexts.list;

type Row = { tenant: Tenant };

export function tenantColumns(runs: TenantRuns): Column<Tenant>[] {
  return [
    {
      id: 'name',
      header: texts.columns.name,
      width: 12,
      cell: (tenant, dense) => <NameCell tenant={tenant} dense={dense} />,
    },
    {
      id: 'admin',
      header: texts.columns.admin,
      width: 13,
      cell: (tenant, dense) => <AdminCell tenant={tenant} dense={dense} />,
    },
    {
      id: 'status',
      header: texts.columns.status,
      width: 6,
      cell: (tenant) => <StatusCell tenant={tenant} />,
    },
    {
      id: 'plan',
      header: texts.columns.plan,
      width: 7,
      cell: ({ plan }) => (
        <span dir="auto" className="block truncate">
          {plan ?? tenantTexts.none}
        </span>
      ),
    },
    {
      id: 'users',
      header: texts.columns.users,
      width: 4.5,
      align: 'right',
      cell: ({ users }) => formatNumber(users),
    },
    {
      id: 'leads',
      header: texts.columns.leads,
      width: 5.5,
      align: 'right',
      cell: ({ leads }) => formatNumber(leads),
    },
    {
      id: 'created',
      header: texts.columns.created,
      width: 7.5,
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
    {
      id: 'actions',
      header: texts.columns.actions,
      width: 5,
      cell: (tenant) => <TenantActions tenant={tenant} {...runs} />,
    },
  ];
}

/** The reason of a suspension or deletion, and until when it can be restored. */
function noteOf({ reason, keptUntil, status }: Tenant): string | null {
  const notes = [
    reason,
    status === 'deleted' && keptUntil ? texts.keptUntil(formatDateTime(keptUntil)) : null,
  ];
  return notes.filter((note) => note !== null).join('. ') || null;
}

function NameCell({ tenant, dense }: Row & { dense: boolean }) {
  const note = noteOf(tenant);
  return (
    <div className={dense ? 'truncate' : 'flex min-w-0 flex-col'} title={note ?? tenant.organizationName}>
      <span dir="auto" className="truncate font-medium">
        {tenant.organizationName}
      </span>
      {!dense && note && (
        <span dir="auto" className="truncate text-xs text-muted">
          {note}
        </span>
      )}
    </div>
  );
}

function AdminCell({ tenant: { admin }, dense }: Row & { dense: boolean }) {
  if (!admin) return <span className="text-muted">{tenantTexts.noAdmin}</span>;
  return (
    <div className={dense ? 'truncate' : 'flex min-w-0 flex-col'} title={admin.email}>
      <span dir="auto" className="truncate">
        {admin.fullName}
      </span>
      {!dense && <span className="truncate text-xs text-muted">{admin.email}</span>}
    </div>
  );
}

const tones: Record<Tenant['status'], Tone> = {
  active: 'ok',
  blocked: 'warn',
  suspended: 'bad',
  deleted: 'neutral',
  erased: 'neutral',
};

function StatusCell({ tenant: { status } }: Row) {
  return <Badge tone={tones[status]}>{tenantTexts.statuses[status]}</Badge>;
}

/** An organisation on a phone. */
export function TenantCard({ tenant, ...runs }: Row & TenantRuns) {
  return (
    <article className="flex flex-col gap-1.5 text-sm">
      <div className="flex items-start justify-between gap-2">
        <NameCell tenant={tenant} dense={false} />
        <StatusCell tenant={tenant} />
      </div>
      <AdminCell tenant={tenant} dense={false} />
      <div className="flex items-center justify-between gap-2 border-t pt-1">
        <div className="text-xs text-muted">
          <p>{texts.counts(tenant.users, tenant.leads)}</p>
          <p>{texts.created(formatDate(tenant.createdAt))}</p>
        </div>
        <TenantActions tenant={tenant} {...runs} />
      </div>
    </article>
  );
}
