import type { Role } from '@crm/events/envelope/envelope.ts';
import { refusalOf } from '@crm/events/saved-reports/decide.ts';
import type { EndReason, ReportSchedule, SavedContent } from '@crm/events/saved-reports/events.ts';
import type { Pool } from 'pg';
import type { Mailing } from './mailings.ts';

/** A saved report with its owner and organisation, as they are when it is sent. */
export type DueReport = {
  name: string;
  content: SavedContent;
  schedule: ReportSchedule | null;
  owner: string;
  owner_name: string | null;
  email: string | null;
  role: Role | null;
  is_active: boolean | null;
  can_see_all_leads: boolean | null;
  organisation: string;
};

/** By the primary keys of saved_reports, users and tenants. */
export async function dueReport(pool: Pool, { tenant, report }: Mailing): Promise<DueReport | null> {
  const { rows } = await pool.query<DueReport>(
    `select s.name, s.content, s.schedule, s.owner, u.full_name as owner_name, u.email, u.role, u.is_active,
            u.can_see_all_leads, t.organization_name as organisation
       from saved_reports s
       join tenants t on t.tenant = s.tenant and t.id = s.tenant
       left join users u on u.tenant = s.tenant and u.id = s.owner
      where s.tenant = $1 and s.id = $2 and t.deleted_at is null`,
    [tenant, report],
  );
  return rows[0] ?? null;
}

/** Why the owner may no longer send this report, or null. */
export function endReasonOf({
  is_active,
  role,
  content,
  schedule,
}: DueReport): Exclude<EndReason, 'by-owner'> | null {
  if (!is_active) return 'owner-left'; // also null, of a deleted user
  return refusalOf(role === 'admin', content, schedule) === null ? null : 'not-allowed';
}
