import type { Grouping } from '@crm/contracts/reports/query.ts';
import type { LeadRow } from '../leads/row.ts';
import { percent } from '../percent.ts';

/** For tests: what a custom report asks for. */
export type RecountRequest = {
  from: Date;
  before: Date;
  operator: string | null;
  filters: Partial<Record<Exclude<Grouping, 'day'>, string>>;
  groupBy: Grouping;
  dayOf: (at: Date) => string;
};

/** The value of a lead that a filter or group names. Not that of write.ts: the recount must not share what it checks. */
function columnValue(lead: LeadRow, name: Exclude<Grouping, 'day'>): string | null {
  switch (name) {
    case 'offer':
      return lead.offer_id;
    case 'operator':
      return lead.operator_id;
    case 'paymentMode':
      return lead.payment_mode;
    default:
      return lead[name];
  }
}

/** For tests: the groups of a custom report, counted lead by lead from the rows of one tenant. */
export function recount(
  leads: readonly LeadRow[],
  { from, before, operator, filters, groupBy, dayOf }: RecountRequest,
) {
  const reached = leads
    .filter(({ created_at }) => created_at >= from && created_at < before)
    .filter(({ operator_id }) => operator === null || operator_id === operator)
    .toSorted((a, b) => a.number - b.number);
  const phones = new Set<string>();
  const groups = new Map<string | null, { lead: LeadRow; isDuplicate: boolean }[]>();
  for (const lead of reached) {
    const isDuplicate = phones.has(lead.phone_digits);
    phones.add(lead.phone_digits);
    // The keys of the record of filters.
    const names = Object.keys(filters) as (keyof typeof filters)[];
    if (!names.every((name) => columnValue(lead, name) === filters[name])) continue;
    const value = groupBy === 'day' ? dayOf(lead.created_at) : columnValue(lead, groupBy);
    groups.set(value, [...(groups.get(value) ?? []), { lead, isDuplicate }]);
  }
  return new Map(
    [...groups].map(([value, members]) => {
      const rows = members.map(({ lead }) => lead);
      const having = (is: (lead: LeadRow) => boolean) => rows.filter(is).length;
      const approved = rows.filter(({ status }) => status === 'approved');
      const currencies = [...new Set(approved.map(({ currency }) => currency))].sort();
      return [
        value,
        {
          totalLeads: rows.length,
          approvedLeads: approved.length,
          conversionRate: percent(approved.length, rows.length),
          trashRate: percent(
            having(({ status }) => status === 'trash'),
            rows.length,
          ),
          connectedRate: percent(
            having(({ call_state }) => call_state === 'connected'),
            rows.length,
          ),
          revenue: currencies.map((currency) => ({
            currency,
            amount:
              approved
                .filter((each) => each.currency === currency)
                .reduce((sum, { total }) => sum + total, 0) / 100,
          })),
          duplicates: members.filter(({ isDuplicate }) => isDuplicate).length,
        },
      ];
    }),
  );
}
