import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { offerNavigationTexts } from './texts/navigation.ts';

const needs = 'open-admin-pages';
const manages = 'manage-offers';

export const offers: Feature = {
  pages: [
    { path: paths.offers.list, needs, load: async () => (await import('./list/OffersPage.tsx')).OffersPage },
    {
      path: paths.offers.new,
      needs: manages,
      load: async () => (await import('./form/NewOfferPage.tsx')).NewOfferPage,
    },
    {
      path: paths.offers.one(':id'),
      needs,
      load: async () => (await import('./detail/OfferPage.tsx')).OfferPage,
    },
    {
      path: paths.offers.edit(':id'),
      needs: manages,
      load: async () => (await import('./form/EditOfferPage.tsx')).EditOfferPage,
    },
  ],
  navigation: [
    {
      to: paths.offers.list,
      label: offerNavigationTexts.offers,
      icon: 'offers',
      action: 'go-offers',
      place: 'sidebar',
      needs: 'see-organization',
    },
  ],
};
