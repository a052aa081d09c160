import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { batchNavigationTexts } from './texts/navigation.ts';

export const batches: Feature = {
  pages: [
    { path: paths.batches.list, load: async () => (await import('./BatchesPage.tsx')).BatchesPage },
    { path: paths.batches.one(':id'), load: async () => (await import('./BatchPage.tsx')).BatchPage },
  ],
  navigation: [
    {
      to: paths.batches.list,
      label: batchNavigationTexts.batches,
      icon: 'batches',
      action: 'go-batches',
      // The batch tray in the header has the link.
      place: 'elsewhere',
    },
  ],
};
