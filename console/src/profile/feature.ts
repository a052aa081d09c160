import { Settings } from 'lucide-react';
import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { profileTexts } from './texts.ts';

export const profile: Feature = {
  pages: [
    {
      path: paths.profile,
      load: async () => (await import('./ProfilePage.tsx')).ProfilePage,
      needs: 'open-admin-pages',
    },
  ],
  navigation: [
    {
      to: paths.profile,
      label: profileTexts.page.title,
      icon: Settings,
      action: 'go-settings',
      place: 'user-menu',
      needs: 'open-settings',
    },
  ],
};
