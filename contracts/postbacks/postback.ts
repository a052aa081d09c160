import { LeadStatus, PaymentMode } from '@crm/events/leads/vocabulary.ts';
import {
  AuthenticationType,
  BodyFormat,
  DisabledReason,
  PostbackMethod,
  TriggerEvent,
} from '@crm/events/postbacks/vocabulary.ts';
import { z } from 'zod';
import { instant } from '../fields.ts';

/** What became of a postback's deliveries. */
export const PostbackCounts = z.object({ totalSent: z.int(), totalSuccess: z.int() });

/** A postback as lists and its form show it. Secrets are shown only as set; their fields are always blank. */
export const Postback = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  url: z.string(),
  method: PostbackMethod,
  isActive: z.boolean(),
  /** Why it is off; null while it is on. */
  disabledReason: DisabledReason.nullable(),
  /** The circuit breaker lets nothing out until then; null while it lets everything out. */
  pausedUntil: instant.nullable(),
  /** The value of a secret header is blank; sent back blank, it is kept. */
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
  /** What the partner calls our statuses. */
  statusMap: z.partialRecord(LeadStatus, z.string()),
  /** Milliseconds, as is the delay between attempts. */
  timeout: z.int(),
  maxRetries: z.int(),
  retryDelay: z.int(),
  authentication: z.object({
    type: AuthenticationType,
    username: z.string(),
    apiKeyHeader: z.string(),
    /** Whether its password, token or key is set. */
    isSet: z.boolean(),
  }),
  /** After a new signing secret was made: the one before signs, too, until then. */
  previousSecretUntil: instant.nullable(),
  stats: PostbackCounts,
  createdAt: instant,
  updatedAt: instant,
});
export type Postback = z.infer<typeof Postback>;
