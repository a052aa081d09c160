import { z } from 'zod';

/** The enumerations of postbacks. */
export const triggerEvents = [
  'new_lead',
  'status_update',
  'lead_assigned',
  'lead_approved',
  'lead_rejected',
] as const;
export const TriggerEvent = z.enum(triggerEvents, { error: `Must be one of ${triggerEvents.join(', ')}` });
export type TriggerEvent = z.infer<typeof TriggerEvent>;

export const postbackMethods = ['GET', 'POST'] as const;
export const PostbackMethod = z.enum(postbackMethods, { error: 'Must be GET or POST' });
export type PostbackMethod = z.infer<typeof PostbackMethod>;

export const authenticationTypes = ['none', 'basic', 'bearer', 'api_key'] as const;
export const AuthenticationType = z.enum(authenticationTypes, {
  error: `Must be one of ${authenticationTypes.join(', ')}`,
});

const bodyFormats = ['json', 'form'] as const;
export const BodyFormat = z.enum(bodyFormats, { error: 'Must be json or form' });

/**
 * Why a postback is off: a user disabled it, the partner answered 410 Gone, or its organisation was imported, without
 * the secrets.
 */
const disabledReasons = ['by-hand', 'gone', 'imported'] as const;
export const DisabledReason = z.enum(disabledReasons);
export type DisabledReason = z.infer<typeof DisabledReason>;

/** Default values of the form. */
export const postbackDefaults = {
  method: 'POST',
  timeout: 10_000,
  maxRetries: 3,
  retryDelay: 5_000,
  apiKeyHeader: 'X-API-Key',
} as const;
