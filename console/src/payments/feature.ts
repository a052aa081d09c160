import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { paymentNavigationTexts } from './texts/navigation.ts';

const needs = 'manage-subscriptions';

export const payments: Feature = {
  pages: [
    { path: paths.payments, needs, load: async () => (await import('./list/PaymentsPage.tsx')).PaymentsPage },
  ],
  navigation: [
    {
      to: paths.payments,
      label: paymentNavigationTexts.payments,
      icon: 'payments',
      action: 'go-payments',
      place: 'sidebar',
      needs,
    },
  ],
};
