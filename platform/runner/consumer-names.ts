import type { Config } from '../config/config.ts';

/**
 * The read models and reactions of this version, each by the name of its checkpoint. Every process reports the lag of all
 * of them, and the platform imports no feature: so they are listed here. A declaration with another name does not compile;
 * e2e/api/observability.test.ts compares the list with the checkpoints of a running product.
 */
const names = [
  'user-directory',
  // Read models: projections/projections.ts.
  'aside_leads',
  'audit',
  'batches',
  'leads',
  'offers',
  'payments',
  'plans',
  'postbacks',
  'saved-reports',
  'subscriptions',
  'tenant-lead-days',
  'tenants',
  'users',
  'views',
  'work',
  // Reactions: workers/app.ts, platform/batches/engine.ts, workers/postbacks/react.ts.
  'admin-invitations',
  'batch-runs',
  'email-changes',
  'expiry-notices',
  'lead-admission',
  'lead-erasures',
  'lead-hand-overs',
  'password-links',
  'payment-steps',
  'postback-deliveries',
  'report-schedule-ends',
  'subscription-block',
  'subscription-expiry',
  'tenant-erasure',
  'user-ends',
  'user-invitations',
  'viewing-ends',
  'work-releases',
] as const;

export type ConsumerName = (typeof names)[number];

/** The names of all read models and reactions, with the mirror if this process knows its topic. */
export const consumerNames = (mirror: Config['mirror']): readonly string[] =>
  mirror.kind === 'none' ? names : [...names, mirrorName(mirror.kafka.topic)];

/** The checkpoint of a topic of the mirror: another topic gets every event, too. */
export const mirrorName = (topic: string): string => `mirror to ${topic}`;
