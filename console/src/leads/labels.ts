import type { OrderSource, PaymentMode } from '@crm/events/leads/vocabulary.ts';

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
