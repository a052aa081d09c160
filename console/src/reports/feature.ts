import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { recomputeBatch } from './batches.tsx';
import { reportNavigationTexts } from './texts/navigation.ts';

export const reports: Feature = {
  // Every user may open it: an operator's reports count the own leads.
  pages: [{ path: paths.reports, load: async () => (await import('./ReportsPage.tsx')).ReportsPage }],
  navigation: [
    {
      to: paths.reports,
      label: reportNavigationTexts.reports,
      icon: 'reports',
      action: 'go-reports',
      place: 'sidebar',
      needs: 'see-organization',
    },
  ],
  batchKinds: { 'report-recompute': recomputeBatch },
};
