import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { planNavigationTexts } from './texts/navigation.ts';

const needs = 'manage-plans';

export const plans: Feature = {
  pages: [{ path: paths.plans, needs, load: async () => (await import('./PlansPage.tsx')).PlansPage }],
  navigation: [
    {
      to: paths.plans,
      label: planNavigationTexts.plans,
      icon: 'plans',
      action: 'go-plans',
      place: 'sidebar',
      needs,
    },
  ],
};
