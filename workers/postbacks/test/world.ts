import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { PostbackId, TenantId } from '@crm/events/ids.ts';
import { blankDetails, type LeadDetails } from '@crm/events/leads/details.ts';
import { type LeadEvent, leadEvents } from '@crm/events/leads/events.ts';
import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import { type PostbackEvent, postbackEvents } from '@crm/events/postbacks/events.ts';
import { postbackDefaults } from '@crm/events/postbacks/vocabulary.ts';
import { leadStream, postbackStream } from '@crm/events/streams.ts';
import { bySystem, metaOf, newCommandId, newEvents } from '@crm/platform/commands/envelope.ts';
import type { EventStore, NewEvent } from '@crm/platform/event-store/port.ts';
import type { Secrets } from '@crm/platform/secrets/secrets.ts';
import type { Pool } from 'pg';

export const TENANT = TenantId.parse('7e570000-0000-4000-8000-000000000001');

type Store = Pick<EventStore, 'append'>;
/** A postback that exists in the store. */
export type ExistingPostback = { id: PostbackId; tenant: TenantId; secret: string; revision: number };
export type ExistingLead = { stream: string; id: string; tenant: TenantId; revision: number };

const everything: Omit<PostbackDetails, 'name' | 'url'> = {
  description: null,
  method: 'POST',
  headers: [],
  parameters: [],
  bodyTemplate: null,
  triggerEvents: ['new_lead', 'status_update', 'lead_assigned', 'lead_approved', 'lead_rejected'],
  statusConditions: [],
  filters: { offers: [], webmasters: [], paymentModes: [], countries: [] },
  statusMap: {},
  timeout: 1_000,
  maxRetries: postbackDefaults.maxRetries,
  retryDelay: 1_000,
  authentication: { type: 'none' },
};

/** Appends a tenant's events to the store directly, without commands, as fast as the store accepts them. */
export function historian(store: Store, secrets: Secrets, pool: Pool) {
  async function write(stream: string, after: number | null, events: NewEvent[]) {
    for (;;) {
      const outcome = await store.append({ stream, expected: after ?? 'none', events });
      if (outcome.kind === 'appended') return outcome;
      // The store is unavailable, as some tests cause: retry with the same event ids.
      if (outcome.kind !== 'unavailable' && outcome.kind !== 'unknown')
        throw new Error(`${stream}: ${outcome.kind}`);
      await sleep(50);
    }
  }

  const meta = (tenant: TenantId) =>
    metaOf({
      tenant,
      ...bySystem('test'),
      command: newCommandId(),
    });

  return {
    /** Creates an active postback that matches every event, except as `details` says, and stores its signing secret. */
    async postback(
      url: string,
      details: Partial<PostbackDetails> = {},
      tenant = TENANT,
    ): Promise<ExistingPostback> {
      const id = PostbackId.parse(randomUUID());
      const secret = secrets.make(['test', id]);
      const created: PostbackEvent = {
        type: 'PostbackCreated',
        data: { details: { ...everything, name: url, url, ...details }, isActive: true, secrets: [] },
      };
      const { position } = await write(
        postbackStream(id),
        null,
        newEvents(postbackEvents, [created], meta(tenant)),
      );
      await secrets.keep(pool, { tenant, owner: id }, { signing: secret }, { position });
      return { id, tenant, secret, revision: 0 };
    },

    /** Appends events to a postback. */
    async changed(postback: ExistingPostback, ...events: PostbackEvent[]): Promise<void> {
      const { id, tenant, revision } = postback;
      await write(postbackStream(id), revision, newEvents(postbackEvents, events, meta(tenant)));
      postback.revision += events.length;
    },

    async lead(orderId: string, details: Partial<LeadDetails> = {}, tenant = TENANT): Promise<ExistingLead> {
      const id = leadIdOf(tenant, orderId);
      const created: LeadEvent = {
        type: 'LeadCreated',
        data: {
          orderId,
          orderedAt: null,
          details: {
            ...blankDetails,
            customer: { ...blankDetails.customer, fullName: 'Asha Rao', phone: '+91 98200 11111' },
            ...details,
          },
        },
      };
      await write(leadStream(id), null, newEvents(leadEvents, [created], meta(tenant)));
      return { stream: leadStream(id), id, tenant, revision: 0 };
    },

    /** Appends events to a lead, in one append. */
    async happened(lead: ExistingLead, ...events: LeadEvent[]): Promise<void> {
      await write(lead.stream, lead.revision, newEvents(leadEvents, events, meta(lead.tenant)));
      lead.revision += events.length;
    },
  };
}

export const became = (
  to: 'processing' | 'approved' | 'cancelled' | 'hold' | 'trash',
  from: 'processing' | 'approved' | 'cancelled' | 'hold' | 'trash' = 'processing',
): LeadEvent => ({ type: 'LeadStatusChanged', data: { from, to, reason: 'because' } });
