import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { subscriptionNavigationTexts } from './texts/navigation.ts';

const needs = 'manage-subscriptions';

export const subscriptions: Feature = {
  pages: [
    {
      path: paths.subscriptions,
      needs,
      load: async () => (await import('./list/SubscriptionsPage.tsx')).SubscriptionsPage,
    },
  ],
  navigation: [
    {
      to: paths.subscriptions,
      label: subscriptionNavigationTexts.subscriptions,
      icon: 'subscriptions',
      action: 'go-subscriptions',
      place: 'sidebar',
      needs,
    },
  ],
};
