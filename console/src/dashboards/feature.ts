import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { dashboardNavigationTexts } from './texts/navigation.ts';

export const dashboard: Feature = {
  pages: [{ path: paths.dashboard, load: async () => (await import('./DashboardPage.tsx')).DashboardPage }],
  navigation: [
    {
      to: paths.dashboard,
      label: dashboardNavigationTexts.dashboard,
      icon: 'dashboard',
      action: 'go-dashboard',
      place: 'sidebar',
    },
  ],
};
