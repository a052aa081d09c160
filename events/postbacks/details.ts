import { z } from 'zod';
import { OfferId } from '../ids.ts';
import { LeadStatus, PaymentMode } from '../leads/vocabulary-schemas.ts';
import { wrongWithAddress } from './address.ts';
import { isOwnHeader } from './own-headers.ts';
import { postbackBounds } from './vocabulary.ts';
import { BodyFormat, PostbackMethod, TriggerEvent } from './vocabulary-schemas.ts';

const headerName = z
  .string()
  .refine((name) => !isOwnHeader(name), { error: 'This header is set by the product' });
const within = ([least, most]: readonly [number, number]) => z.int().min(least).max(most);

/** The authentication of requests. Its password, token or key is a secret and is stored elsewhere. */
const Authentication = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('basic'), username: z.string() }),
  z.object({ type: z.literal('bearer') }),
  z.object({ type: z.literal('api_key'), header: headerName }),
]);
export type Authentication = z.infer<typeof Authentication>;

/** An empty list matches every lead. */
const Filters = z.object({
  offers: z.array(OfferId),
  webmasters: z.array(z.string()),
  paymentModes: z.array(PaymentMode),
  countries: z.array(z.string()),
});

/** The complete configuration of a postback, except secrets. Times are in milliseconds. */
export const PostbackDetails = z.object({
  name: z.string(),
  description: z.string().nullable(),
  method: PostbackMethod,
  /** May contain placeholders in double braces in path and query. */
  url: z.string().check(({ value, issues }) => {
    const message = wrongWithAddress(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  }),
  /** A null value is a secret, which is stored elsewhere. */
  headers: z.array(z.object({ key: headerName, value: z.string().nullable() })),
  /** For a placeholder, the value is its bare name: `orderId`. */
  parameters: z.array(z.object({ key: z.string(), value: z.string(), isPlaceholder: z.boolean() })),
  /** The body template with placeholders in double braces; null for the default body. */
  bodyTemplate: z.object({ format: BodyFormat, template: z.string() }).nullable(),
  triggerEvents: z.array(TriggerEvent),
  /** Only status changes to one of these trigger it; empty means all. */
  statusConditions: z.array(LeadStatus),
  filters: Filters,
  /** The partner's names for our statuses; statuses without an entry keep our name. */
  statusMap: z.partialRecord(LeadStatus, z.string()),
  timeout: within(postbackBounds.timeout),
  maxRetries: within(postbackBounds.maxRetries),
  retryDelay: within(postbackBounds.retryDelay),
  authentication: Authentication,
});
export type PostbackDetails = z.infer<typeof PostbackDetails>;
