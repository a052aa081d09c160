/** The enumerations of postbacks. Without zod, because the console needs them before its first rows. */
export const triggerEvents = [
  'new_lead',
  'status_update',
  'lead_assigned',
  'lead_approved',
  'lead_rejected',
] as const;
export type TriggerEvent = (typeof triggerEvents)[number];

export const postbackMethods = ['GET', 'POST'] as const;
export type PostbackMethod = (typeof postbackMethods)[number];

export const authenticationTypes = ['none', 'basic', 'bearer', 'api_key'] as const;

/** The least and the most of each number. Times are in milliseconds. */
export const postbackBounds = {
  timeout: [1000, 60_000],
  maxRetries: [0, 10],
  retryDelay: [1000, 60_000],
} as const;

/** Default values of the form. */
export const postbackDefaults = {
  method: 'POST',
  timeout: 10_000,
  maxRetries: 3,
  retryDelay: 5_000,
  apiKeyHeader: 'X-API-Key',
} as const;
