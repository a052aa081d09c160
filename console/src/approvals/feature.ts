import { lazy } from 'react';
import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { approvalNavigationTexts } from './texts/navigation.ts';

export const approvals: Feature = {
  pages: [
    {
      path: paths.approvals,
      load: async () => (await import('./ApprovalsPage.tsx')).ApprovalsPage,
      needs: 'open-admin-pages',
    },
  ],
  navigation: [
    {
      to: paths.approvals,
      label: approvalNavigationTexts.approvals,
      icon: 'approvals',
      action: 'go-approvals',
      place: 'sidebar',
      needs: 'see-organization',
      Badge: lazy(async () => ({
        default: (await import('./PendingBadge.tsx')).PendingBadge,
      })),
    },
  ],
};
