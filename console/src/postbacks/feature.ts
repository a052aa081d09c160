import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { postbackNavigationTexts } from './texts/navigation.ts';

const needs = 'open-admin-pages';
const manages = 'manage-postbacks';

export const postbacks: Feature = {
  pages: [
    {
      path: paths.postbacks.list,
      needs,
      load: async () => (await import('./list/PostbacksPage.tsx')).PostbacksPage,
    },
    {
      path: paths.postbacks.new,
      needs: manages,
      load: async () => (await import('./form/NewPostbackPage.tsx')).NewPostbackPage,
    },
    {
      path: paths.postbacks.edit(':id'),
      needs: manages,
      load: async () => (await import('./form/EditPostbackPage.tsx')).EditPostbackPage,
    },
    {
      path: paths.postbacks.logs(':id'),
      needs,
      load: async () => (await import('./logs/LogsPage.tsx')).LogsPage,
    },
    {
      path: paths.postbacks.test(':id'),
      needs: manages,
      load: async () => (await import('./test/TestPage.tsx')).TestPage,
    },
  ],
  navigation: [
    {
      to: paths.postbacks.list,
      label: postbackNavigationTexts.title,
      icon: 'postbacks',
      action: 'go-postbacks',
      place: 'sidebar',
      needs: 'see-organization',
    },
  ],
  finder: {
    group: postbackNavigationTexts.title,
    needs: 'see-organization',
    find: async (text, signal) => (await import('./find.ts')).findPostbacks(text, signal),
  },
};
