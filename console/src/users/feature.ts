import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { userNavigationTexts } from './texts/navigation.ts';

const needs = 'open-admin-pages';
const manages = 'manage-users';

export const users: Feature = {
  pages: [
    { path: paths.users.list, needs, load: async () => (await import('./list/UsersPage.tsx')).UsersPage },
    {
      path: paths.users.new,
      needs: manages,
      load: async () => (await import('./form/NewUserPage.tsx')).NewUserPage,
    },
    {
      path: paths.users.one(':id'),
      needs,
      load: async () => (await import('./detail/UserPage.tsx')).UserPage,
    },
    {
      path: paths.users.edit(':id'),
      needs: manages,
      load: async () => (await import('./form/EditUserPage.tsx')).EditUserPage,
    },
  ],
  navigation: [
    {
      to: paths.users.list,
      label: userNavigationTexts.users,
      icon: 'users',
      action: 'go-users',
      place: 'sidebar',
      needs: 'see-organization',
    },
  ],
};
