import { checkDuplicate } from '@crm/contracts/leads/read.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { query } from '../query.ts';
import { nationalNumber } from '../search/phone.ts';
import type { LeadRow } from './row.ts';
import { visibleTo } from './visible-leads.ts';

type TwinRow = Pick<LeadRow, 'id' | 'order_id' | 'full_name' | 'phone' | 'status' | 'created_at'>;

/**
 * Finds leads with the same phone or email, newest first, at most 20. Indexes leads_phone, leads_alternate,
 * leads_email.
 */
export const duplicates = query({
  endpoint: checkDuplicate,
  policy: everyUser,
  reads: ['leads'],
  async run({ body, caller }, db) {
    const { tenant, operator } = visibleTo(caller);
    // The country of the caller's lead is not known: with the rule for North America, and without it.
    const phones = body.phone ? [null, 'US'].map((country) => nationalNumber(body.phone ?? '', country)) : [];
    const email = body.email?.toLowerCase() ?? null;
    const { rows } = await db.query<TwinRow>(
      `select l.id, l.order_id, l.full_name, l.phone, l.status, l.created_at
         from leads l
        where l.tenant = $1 and l.id in (
            select id from leads where tenant = $1 and phone_digits = any($2)
            union all
            select id from leads where tenant = $1 and alternate_digits = any($2)
            union all
            select id from leads where tenant = $1 and email_lower = $3
          )
          and ($4::uuid is null or l.operator_id = $4)
        order by l.created_at desc, l.id desc
        limit 20`,
      [tenant, phones, email, operator],
    );
    const leads = rows.map((row) => ({
      _id: row.id,
      orderId: row.order_id,
      fullName: row.full_name,
      phone: row.phone,
      status: row.status,
      createdAt: row.created_at.toISOString(),
    }));
    return { kind: 'answer', data: { isDuplicate: leads.length > 0, leads } };
  },
});
