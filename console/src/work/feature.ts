import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { workNavigationTexts } from './texts/navigation.ts';

export const work: Feature = {
  pages: [
    { path: paths.work, load: async () => (await import('./WorkPage.tsx')).WorkPage, needs: 'open-work' },
  ],
  navigation: [
    {
      to: paths.work,
      label: workNavigationTexts.work,
      icon: 'work',
      action: 'go-work',
      place: 'sidebar',
      needs: 'open-work',
    },
  ],
};
