import { z } from 'zod';
import { OfferId } from '../ids.ts';
import { LeadStatus, PaymentMode } from '../leads/vocabulary.ts';
import { BodyFormat, PostbackMethod, TriggerEvent } from './vocabulary.ts';

/** How a request says who sends it; its password, token or key is a secret, and stands elsewhere. */
const Authentication = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('basic'), username: z.string() }),
  z.object({ type: z.literal('bearer') }),
  z.object({ type: z.literal('api_key'), header: z.string() }),
]);
export type Authentication = z.infer<typeof Authentication>;

/** Each empty list lets every lead through. */
const Filters = z.object({
  offers: z.array(OfferId),
  webmasters: z.array(z.string()),
  paymentModes: z.array(PaymentMode),
  countries: z.array(z.string()),
});

/** Everything that a postback is set to, but its secrets. Times are milliseconds. */
export const PostbackDetails = z.object({
  name: z.string(),
  description: z.string().nullable(),
  method: PostbackMethod,
  /** Placeholders in double braces may stand in its path and query. */
  url: z.string(),
  /** A null value is a secret: it stands elsewhere. */
  headers: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
  /** The value of one that is a placeholder is the bare name: `orderId`. */
  parameters: z.array(z.object({ key: z.string(), value: z.string(), isPlaceholder: z.boolean() })),
  /** The body as it is to be sent, with placeholders in double braces; null for the default. */
  bodyTemplate: z.object({ format: BodyFormat, template: z.string() }).nullable(),
  triggerEvents: z.array(TriggerEvent),
  /** Of changes of status, those that lead to one of these; empty is all. */
  statusConditions: z.array(LeadStatus),
  filters: Filters,
  /** What the partner calls our statuses; one that is not named goes as it is called here. */
  statusMap: z.partialRecord(LeadStatus, z.string()),
  timeout: z.int(),
  maxRetries: z.int(),
  retryDelay: z.int(),
  authentication: Authentication,
});
export type PostbackDetails = z.infer<typeof PostbackDetails>;
