import type { Grouping } from '@crm/contracts/reports/query.ts';
import type { LeadRow } from '../leads/row.ts';
import { percent } from '../percent.ts';

/** For tests: what a custom report asks for. */
export type Asked = {
  from: Date;
  before: Date;
  operator: string | null;
  filters: Partial<Record<Exclude<Grouping, 'day'>, string>>;
  groupBy: Grouping;
  dayOf: (at: Date) => string;
};

/** A map of its own, although make.ts has the same: the recount must not share what it checks. */
const columnOf = {
  status: 'status',
  offer: 'offer_id',
  operator: 'operator_id',
  webmaster: 'webmaster',
  sub1: 'sub1',
  sub2: 'sub2',
  sub3: 'sub3',
  sub4: 'sub4',
  sub5: 'sub5',
  country: 'country',
  paymentMode: 'payment_mode',
  currency: 'currency',
} as const;

/** For tests: the groups of a custom report, counted lead by lead from the rows of one tenant. */
export function recount(
  leads: readonly LeadRow[],
  { from, before, operator, filters, groupBy, dayOf }: Asked,
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
    if (!names.every((name) => lead[columnOf[name]] === filters[name])) continue;
    const value = groupBy === 'day' ? dayOf(lead.created_at) : lead[columnOf[groupBy]];
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
