import type { OrderSource, PaymentMode } from '@crm/events/leads/vocabulary.ts';
import { plural } from '../format/count.ts';

export const paymentModeLabels: Record<PaymentMode, string> = {
  cod: 'Cash on Delivery',
  prepaid: 'Prepaid',
  partial: 'Partial Payment',
};

export const orderSourceLabels: Record<OrderSource, string> = {
  api: 'API',
  manual: 'Manual Entry',
  import: 'Import',
};

/** '2,000 leads'. */
export const leadsText = (n: number): string => plural(n, { one: '# lead', other: '# leads' });
