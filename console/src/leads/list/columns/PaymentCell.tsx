import type { PaymentMode } from '@crm/events/leads/vocabulary.ts';
import { paymentModeLabels } from '../../labels.ts';

const short: Record<PaymentMode, string> = { cod: 'COD', prepaid: 'Prepaid', partial: 'Partial' };

export function PaymentCell({ mode, dense }: { mode: PaymentMode; dense: boolean }) {
  return dense ? <span title={paymentModeLabels[mode]}>{short[mode]}</span> : paymentModeLabels[mode];
}
