import type { AuditFilters } from '@crm/contracts/audit/audit.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { AuditRow } from './table.ts';

/** Whose history is read: that of one organisation, or '*' for every one, which only super admins may read. */
export type AuditScope = TenantId | '*';

/**
 * The parts of a statement that limit it to a scope: `${mark} select … where e.tenant ${ofScope}`. `values` begins with
 * the tenant as $1, if there is one.
 */
export type ScopeSql = { mark: string; ofScope: string; values: unknown[] };

/** For super admins, row-level security shows the rows of every tenant (projections/query.ts). */
export function scopeSql(scope: AuditScope): ScopeSql {
  return scope === '*'
    ? { mark: '/* every tenant: for super admins */', ofScope: 'is not null', values: [] }
    : { mark: '', ofScope: '= $1', values: [scope] };
}

/** The page begins after this entry, in one of two directions. */
export type Place = { to: 'older' | 'newer' } & Pick<AuditRow, 'at' | 'position' | 'stream' | 'revision'>;

export type AskedPage = { scope: AuditScope; filters: AuditFilters; place: Place | null; limit: number };

/**
 * Rows of a page. `stoppedAt`: the entry at which a search in long history stopped with fewer rows than asked for; there may
 * be more beyond it.
 */
export type FoundRows = { rows: AuditRow[]; stoppedAt: string | null };
