import { listApiKeys } from '@crm/contracts/tenants/api-keys.ts';
import type { TenantEvent } from '@crm/events/tenants/events.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { adminsOf } from '@crm/platform/live/rooms.ts';
import { type Recorded, table } from '../projection.ts';
import { query } from '../query.ts';

type ApiKeyRow = {
  id: string;
  tenant: string;
  name: string;
  created_by: string;
  created_at: Date;
  revoked_at: Date | null;
};

function foldApiKey(row: ApiKeyRow | null, event: Recorded<TenantEvent>): ApiKeyRow | null {
  if (event.type === 'ApiKeyCreated') {
    const { actor, tenant } = event.meta;
    const created_by = actor.kind === 'user' ? actor.name : 'System';
    return {
      id: event.data.id,
      tenant,
      name: event.data.name,
      created_by,
      created_at: event.at,
      revoked_at: null,
    };
  }
  if (event.type === 'ApiKeyRevoked' && row) return { ...row, revoked_at: event.at };
  return row;
}

export const apiKeys = table<ApiKeyRow, TenantEvent>({
  name: 'api_keys',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    name: 'text not null',
    created_by: 'text not null',
    created_at: 'timestamptz not null',
    revoked_at: 'timestamptz',
  },
  key: ['id'],
  indexes: { api_keys_tenant: '(tenant, created_at)' },
  keyOf: (event) =>
    event.type === 'ApiKeyCreated' || event.type === 'ApiKeyRevoked' ? { id: event.data.id } : null,
  fold: foldApiKey,
  hints: (before, after) => {
    const row = after ?? before;
    return row ? [{ room: adminsOf(row.tenant), topic: 'api-keys', id: row.id }] : [];
  },
});

/** Indexes api_keys_tenant and api_key_hashes_tenant: a tenant has few keys. */
export const apiKeysList = query({
  endpoint: listApiKeys,
  policy: admins,
  reads: ['tenants'],
  async run({ caller }, db) {
    const { rows } = await db.query<ApiKeyRow & { last_used: Date | null }>(
      `select k.*, h.last_used
         from api_keys k left join api_key_hashes h on h.tenant = k.tenant and h.id = k.id
        where k.tenant = $1
        order by k.revoked_at desc nulls first, k.created_at desc, k.id limit 100`,
      [caller.tenant],
    );
    const data = rows.map(({ id, name, created_by, created_at, revoked_at, last_used }) => ({
      _id: id,
      name,
      createdAt: created_at.toISOString(),
      createdBy: created_by,
      lastUsed: last_used?.toISOString() ?? null,
      revokedAt: revoked_at?.toISOString() ?? null,
    }));
    return { kind: 'answer', data };
  },
});
