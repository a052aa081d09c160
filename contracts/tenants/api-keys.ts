import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, instant, nothing, requiredText } from '../fields.ts';

/** A key with which a partner's system posts leads, without the key itself. */
const ApiKeySummary = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  /** To the minute; null: never. */
  lastUsed: instant.nullable(),
  /** Null: valid. */
  revokedAt: instant.nullable(),
});

/** The tenant's API keys: the valid ones, then the revoked ones, each the newest first. At most 100. */
export const listApiKeys = endpoint({
  method: 'GET',
  path: '/admin/api-keys',
  data: z.array(ApiKeySummary),
});

/** Creates a key. Only this answer contains it. */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/admin/api-keys',
  body: z.strictObject({ name: requiredText(1, 100) }),
  data: z.object({ _id: z.string(), key: z.string() }),
});

/** Final: a revoked key is refused at once. */
export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/admin/api-keys/:id',
  params: byId,
  data: nothing,
});
