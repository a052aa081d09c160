import { OfferId } from '../ids.ts';
import { details as leadDetails } from '../leads/story.ts';
import { storiesOf } from '../test/story.ts';
import { type PostbackCommand, postbackDecider } from './decide.ts';
import type { PostbackDetails } from './details.ts';
import type { PostbackEvent } from './events.ts';
import type { PlaceholderValues } from './placeholders.ts';
import { type DeliveryPayload, valuesOf } from './values.ts';

/** Test fixtures for postbacks. */
export const given = storiesOf(postbackDecider);

export const oilOffer = OfferId.parse('d0000000-0000-4000-8000-000000000001');

export const details: PostbackDetails = {
  name: 'Tracker',
  description: null,
  method: 'POST',
  url: 'https://tracker.example/postback?click={{sub1}}',
  headers: [{ key: 'X-Source', value: 'crm' }],
  parameters: [{ key: 'order', value: 'orderId', isPlaceholder: true }],
  bodyTemplate: null,
  triggerEvents: ['new_lead', 'status_update'],
  statusConditions: [],
  filters: { offers: [], webmasters: [], paymentModes: [], countries: [] },
  statusMap: {},
  timeout: 10_000,
  maxRetries: 3,
  retryDelay: 5_000,
  authentication: { type: 'none' },
};

export const detailed = (more: Partial<PostbackDetails> = {}): PostbackDetails => ({ ...details, ...more });

export const postbackCreated = (
  more: Partial<PostbackDetails> = {},
  secrets: string[] = [],
): PostbackEvent => ({ type: 'PostbackCreated', data: { details: detailed(more), isActive: true, secrets } });
export const postbackEdited = (changes: Partial<PostbackDetails>, secrets: string[] = []): PostbackEvent => ({
  type: 'PostbackEdited',
  data: { changes, secrets },
});
export const postbackEnabled = (): PostbackEvent => ({ type: 'PostbackEnabled', data: {} });
export const postbackDisabled = (): PostbackEvent => ({
  type: 'PostbackDisabled',
  data: { reason: 'by-hand', delivery: null },
});
export const postbackRetired = (delivery: string): PostbackEvent => ({
  type: 'PostbackDisabled',
  data: { reason: 'gone', delivery },
});
export const postbackImported = (): PostbackEvent => ({
  type: 'PostbackDisabled',
  data: { reason: 'imported', delivery: null },
});
export const secretRolled = (previousUntil: string): PostbackEvent => ({
  type: 'PostbackSecretRolled',
  data: { previousUntil },
});
export const postbackDeleted = (): PostbackEvent => ({ type: 'PostbackDeleted', data: {} });

export const createPostback = (
  more: Partial<PostbackDetails> = {},
  secrets: string[] = [],
): PostbackCommand => ({ type: 'CreatePostback', details: detailed(more), isActive: true, secrets });
export const editPostback = (changes: Partial<PostbackDetails>, secrets: string[] = []): PostbackCommand => ({
  type: 'EditPostback',
  changes,
  secrets,
});

/** A payload: the sample lead was approved. */
export const samplePayload = (): DeliveryPayload => ({
  event: 'status_update',
  eventId: 'f0000000-0000-4000-8000-000000000001',
  eventTime: '2025-03-01T09:30:00.000Z',
  previousStatus: 'processing',
  offerName: null,
  lead: {
    id: 'f0000000-0000-4000-8000-000000000002',
    orderId: 'A-1',
    details: leadDetails,
    status: 'approved',
    statusReason: null,
    pendingReason: null,
    operator: null,
    createdAt: '2025-03-01T09:00:00.000Z',
    updatedAt: '2025-03-01T09:30:00.000Z',
  },
});

/** Its values, with some replaced. */
export const valuesWith = (more: Partial<PlaceholderValues>): PlaceholderValues =>
  ({ ...valuesOf(samplePayload(), {}), ...more }) as PlaceholderValues; // a cast: `more` only replaces existing values
