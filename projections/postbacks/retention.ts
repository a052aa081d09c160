import { getRetention } from '@crm/contracts/postbacks/logs.ts';
import { fold } from '@crm/events/language/decider.ts';
import { decode } from '@crm/events/language/define.ts';
import { tenantStream } from '@crm/events/streams.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { DEFAULT_LOG_RETENTION } from '@crm/events/tenants/log-retention.ts';
import { settingsOf } from '@crm/events/tenants/state.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { query } from '../query.ts';

/** Reads the log retention from the tenant's stream. */
export const logRetention = query({
  endpoint: getRetention,
  policy: admins,
  reads: [],
  async run({ caller }, _, { store }) {
    const events = (await store.readStream(tenantStream(caller.tenant))).flatMap((recorded) => {
      const decoded = decode(tenants.types, recorded);
      return decoded.kind === 'event' ? [decoded.event] : [];
    });
    const tenant = fold(tenants.decider, events);
    const data = settingsOf(tenant)?.postbackLogRetention ?? DEFAULT_LOG_RETENTION;
    return { kind: 'answer', data };
  },
});
