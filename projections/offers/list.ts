import { paginationOf } from '@crm/contracts/answer.ts';
import { activeOffers, listOffers, offerNames } from '@crm/contracts/offers/offers.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { admins, everyUser } from '@crm/platform/http/policy.ts';
import { columnsAs, prepared } from '@crm/platform/postgres/prepared.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { query } from '../query.ts';
import { foundRows, type SearchedRow } from '../search/found-rows.ts';
import { type CountedOfferRow, countedOffer, leadsOfOffer, offerOf, offerWithoutFigures } from './offer.ts';
import { type OfferRow, offerColumns } from './table.ts';

/** Lists offers, newest first. Index offers_tenant; only the page's offers are counted. */
export const offersList = query({
  endpoint: listOffers,
  policy: admins,
  reads: ['offers', 'leads'],
  async run({ query: { page, limit, search, category, isActive }, caller }, db) {
    const values = [
      caller.tenant,
      search ? await offersFound(db, caller.tenant, search) : null,
      category ?? null,
      isActive ?? null,
    ];
    const where = `($2::uuid[] is null or o.id = any($2))
        and ($3::text is null or o.category = $3)
        and ($4::boolean is null or o.is_active = $4)`;
    const [{ rows: counts }, { rows }] = await Promise.all([
      db.query<{ total: number }>(
        prepared(`select count(*)::int as total from offers o where o.tenant = $1 and ${where}`, values),
      ),
      db.query<CountedOfferRow>(
        prepared(
          `select ${countedOffer}
             from (
               select * from offers o where o.tenant = $1 and ${where}
                order by o.created_at desc, o.id desc
                limit $5 offset $6
             ) o
             ${leadsOfOffer}
            order by o.created_at desc, o.id desc`,
          [...values, limit, (page - 1) * limit],
        ),
      ),
    ]);
    const pagination = paginationOf(page, limit, counts[0]?.total ?? 0);
    return { kind: 'answer', data: rows.map(offerOf), pagination };
  },
});

async function offersFound(db: Db, tenant: TenantId, search: string): Promise<string[]> {
  const { rows } = await db.query<SearchedRow>(
    prepared('select o.id, array[o.name] as texts from offers o where o.tenant = $1', [tenant]),
  );
  return foundRows(rows, search);
}

/** Lists active offers by name, for forms. Index offers_tenant. */
export const activeOffersList = query({
  endpoint: activeOffers,
  policy: { ...everyUser, scope: 'tenant' },
  reads: ['offers'],
  async run({ caller }, db) {
    const { rows } = await db.query<OfferRow>(
      prepared(
        `select ${columnsAs('o', offerColumns)}
           from offers o
          where o.tenant = $1 and o.is_active
          order by o.name collate "und-x-icu", o.id`,
        [caller.tenant],
      ),
    );
    return { kind: 'answer', data: rows.map(offerWithoutFigures) };
  },
});

/** Lists all offers by name, for filters. Index offers_tenant. */
export const offerNamesList = query({
  endpoint: offerNames,
  policy: { ...everyUser, scope: 'tenant' },
  reads: ['offers'],
  async run({ caller }, db) {
    const { rows } = await db.query<Pick<OfferRow, 'id' | 'name' | 'is_active'>>(
      prepared(
        'select o.id, o.name, o.is_active from offers o where o.tenant = $1 order by o.name collate "und-x-icu", o.id',
        [caller.tenant],
      ),
    );
    return {
      kind: 'answer',
      data: rows.map(({ id, name, is_active }) => ({ _id: id, name, isActive: is_active })),
    };
  },
});
