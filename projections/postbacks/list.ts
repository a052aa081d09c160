import { paginationOf } from '@crm/contracts/answer.ts';
import { getPostback, listPostbacks, pickPostbacks } from '@crm/contracts/postbacks/postbacks.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { query } from '../query.ts';
import { foundRows, type SearchedRow } from '../search/found-rows.ts';
import { circuitOfPostback, postbackOf, type SentPostbackRow, sentPostback } from './postback.ts';

/** Lists postbacks, newest first. Index postbacks_tenant. */
export const postbacksList = query({
  endpoint: listPostbacks,
  policy: admins,
  reads: ['postbacks'],
  async run({ query: { page, limit, search, isActive, triggerEvent }, caller }, db) {
    const values = [
      caller.tenant,
      search ? await postbacksFound(db, caller.tenant, search) : null,
      isActive ?? null,
      triggerEvent ?? null,
    ];
    const where = `($2::uuid[] is null or p.id = any($2))
        and ($3::boolean is null or p.is_active = $3)
        and ($4::text is null or $4 = any(p.trigger_events))`;
    const { rows: counts } = await db.query<{ total: number }>(
      `select count(*)::int as total from postbacks p where p.tenant = $1 and ${where}`,
      values,
    );
    const { rows } = await db.query<SentPostbackRow>(
      `select ${sentPostback} from postbacks p ${circuitOfPostback} where p.tenant = $1 and ${where}
        order by p.created_at desc, p.id desc limit $5 offset $6`,
      [...values, limit, (page - 1) * limit],
    );
    const pagination = paginationOf(page, limit, counts[0]?.total ?? 0);
    return { kind: 'answer', data: rows.map(postbackOf), pagination };
  },
});

async function postbacksFound(db: Db, tenant: TenantId, search: string): Promise<string[]> {
  const { rows } = await db.query<SearchedRow>(
    "select p.id, array[p.name, p.details ->> 'description', p.url] as texts from postbacks p where p.tenant = $1",
    [tenant],
  );
  return foundRows(rows, search);
}

/** Lists all postbacks by name. Index postbacks_tenant. */
export const postbackNames = query({
  endpoint: pickPostbacks,
  policy: admins,
  reads: ['postbacks'],
  async run({ caller }, db) {
    const { rows } = await db.query<{ id: string; name: string; is_active: boolean }>(
      'select id, name, is_active from postbacks where tenant = $1 order by name collate "und-x-icu", id',
      [caller.tenant],
    );
    return {
      kind: 'answer',
      data: rows.map(({ id, name, is_active }) => ({ _id: id, name, isActive: is_active })),
    };
  },
});

/** Reads one postback by the primary key. */
export const postbackDetail = query({
  endpoint: getPostback,
  policy: admins,
  reads: ['postbacks'],
  async run({ params, caller }, db) {
    const { rows } = await db.query<SentPostbackRow>(
      `select ${sentPostback} from postbacks p ${circuitOfPostback} where p.tenant = $1 and p.id = $2`,
      [caller.tenant, params.id],
    );
    const [row] = rows;
    return row ? { kind: 'answer', data: { postback: postbackOf(row) } } : refused('postback-not-found');
  },
});
