import type { PaymentStatus } from '@crm/events/payments/vocabulary.ts';
import type { Tone } from '../ui/tone.ts';

export const statusTones: Record<PaymentStatus, Tone> = {
  created: 'neutral',
  failed: 'neutral',
  paid: 'info',
  granted: 'ok',
  needs_attention: 'bad',
  refunding: 'warn',
  refunded: 'neutral',
};
