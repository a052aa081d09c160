import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { profileNavigationTexts } from './texts/navigation.ts';

export const profile: Feature = {
  pages: [
    {
      path: paths.profile,
      load: async () => (await import('./ProfilePage.tsx')).ProfilePage,
    },
  ],
  navigation: [
    {
      to: paths.profile,
      label: profileNavigationTexts.settings,
      icon: 'profile',
      action: 'go-settings',
      place: 'user-menu',
    },
  ],
};
