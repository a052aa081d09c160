import type { Feature } from '../app/feature.ts';
import { exportBatch } from '../leads/batches.tsx';
import { paths } from '../paths.ts';
import { archiveCheckBatch } from './import/batch.tsx';
import { tenantNavigationTexts } from './texts/navigation.ts';

const needs = 'manage-tenants';

export const tenants: Feature = {
  pages: [
    {
      path: paths.tenants,
      needs,
      load: async () => (await import('./list/TenantsPage.tsx')).TenantsPage,
    },
  ],
  navigation: [
    {
      to: paths.tenants,
      label: tenantNavigationTexts.tenants,
      icon: 'tenants',
      action: 'go-tenants',
      place: 'sidebar',
      needs,
    },
  ],
  batchKinds: { 'tenant-export': exportBatch, 'tenant-import-check': archiveCheckBatch },
};
