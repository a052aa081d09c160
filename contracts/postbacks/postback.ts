import { LeadStatus, PaymentMode } from '@crm/events/leads/vocabulary-schemas.ts';
import {
  AuthenticationType,
  BodyFormat,
  DisabledReason,
  PostbackMethod,
  TriggerEvent,
} from '@crm/events/postbacks/vocabulary-schemas.ts';
import { z } from 'zod';
import { instant } from '../fields.ts';

/** The numbers of a postback's deliveries. */
export const PostbackCounts = z.object({ totalSent: z.int(), totalSuccess: z.int() });

/**
 * A postback in lists and its form. Secrets are never returned: their fields are blank, `isSet` says whether
 * one is stored.
 */
export const Postback = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  url: z.string(),
  method: PostbackMethod,
  isActive: z.boolean(),
  /** Why it turned itself off; null while it is on. */
  disabledReason: DisabledReason.nullable(),
  /** The circuit breaker blocks deliveries until this instant; null while it is closed. */
  pausedUntil: instant.nullable(),
  /** The value of a secret header is blank; a blank value sent back keeps the stored one. */
  headers: z.array(z.object({ key: z.string(), value: z.string(), isSecret: z.boolean() })),
  parameters: z.array(z.object({ key: z.string(), value: z.string(), isPlaceholder: z.boolean() })),
  bodyTemplate: z.object({ format: BodyFormat, template: z.string() }).nullable(),
  triggerEvents: z.array(TriggerEvent),
  statusConditions: z.array(LeadStatus),
  filters: z.object({
    offers: z.array(z.string()),
    webmasters: z.array(z.string()),
    paymentModes: z.array(PaymentMode),
    countries: z.array(z.string()),
  }),
  /** The partner's names for our statuses. */
  statusMap: z.partialRecord(LeadStatus, z.string()),
  /** `timeout` and `retryDelay` are in milliseconds. */
  timeout: z.int(),
  maxRetries: z.int(),
  retryDelay: z.int(),
  authentication: z.object({
    type: AuthenticationType,
    username: z.string(),
    apiKeyHeader: z.string(),
    /** Whether its password, token or key is stored. */
    isSet: z.boolean(),
  }),
  /** After a new signing secret was created, the previous one also signs until this instant. */
  previousSecretUntil: instant.nullable(),
  stats: PostbackCounts,
  createdAt: instant,
  updatedAt: instant,
  /** The stream's revision; an edit with another revision is refused. */
  revision: z.int(),
});
export type Postback = z.infer<typeof Postback>;
