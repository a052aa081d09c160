import type { SubscriptionStatus } from '@crm/events/subscriptions/vocabulary.ts';
import { Badge } from '../ui/Badge.tsx';
import type { Tone } from '../ui/tone.ts';
import { subscriptionStatusTexts } from './texts/statuses.ts';

const tones: Record<SubscriptionStatus, Tone> = {
  active: 'ok',
  pending: 'warn',
  expired: 'bad',
  cancelled: 'neutral',
};

/** The status of a subscription. */
export function SubscriptionBadge({ status }: { status: SubscriptionStatus }) {
  return <Badge tone={tones[status]}>{subscriptionStatusTexts[status]}</Badge>;
}
