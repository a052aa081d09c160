import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { authenticationSecret } from '@crm/events/postbacks/secrets.ts';
import { postbackDefaults } from '@crm/events/postbacks/vocabulary.ts';
import type { PostbackRow } from './table.ts';

/** A postback's row with its delivery counters and circuit state. */
export type SentPostbackRow = PostbackRow & { sent: number; success: number; paused_until: Date | null };

/** The columns of a SentPostbackRow from `postbacks p`; joins postback_lanes by its primary key. */
export const sentPostback = `p.*, coalesce(lane.sent, 0) as sent, coalesce(lane.success, 0) as success,
  case when lane.paused_until > postback_clock() then lane.paused_until end as paused_until`;
export const circuitOfPostback =
  'left join postback_lanes lane on lane.postback = p.id and lane.tenant = p.tenant';

/** Converts a row to the contract's postback. Secrets are only shown as set or not set. */
export function postbackOf(row: SentPostbackRow): Postback {
  const { authentication, headers, ...details } = row.details;
  const secret = authenticationSecret(authentication);
  return {
    _id: row.id,
    ...details,
    isActive: row.is_active,
    disabledReason: row.disabled_reason,
    pausedUntil: row.paused_until?.toISOString() ?? null,
    headers: headers.map(({ key, value }) => ({ key, value: value ?? '', isSecret: value === null })),
    authentication: {
      type: authentication.type,
      username: authentication.type === 'basic' ? authentication.username : '',
      apiKeyHeader: authentication.type === 'api_key' ? authentication.header : postbackDefaults.apiKeyHeader,
      isSet: secret !== null && row.secrets.includes(secret),
    },
    previousSecretUntil: row.previous_secret_until?.toISOString() ?? null,
    stats: { totalSent: row.sent, totalSuccess: row.success },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    revision: row.revision,
  };
}
