import type { Feature } from '../../app/feature.ts';
import { paths } from '../../paths.ts';
import { uploadBatch } from '../batches.tsx';
import { leadNavigationTexts } from '../texts/navigation.ts';

export const upload: Feature = {
  pages: [
    {
      path: paths.leads.upload,
      load: async () => (await import('./UploadPage.tsx')).UploadPage,
      needs: 'upload-leads',
    },
  ],
  navigation: [
    {
      to: paths.leads.upload,
      label: leadNavigationTexts.uploadLeads,
      icon: 'upload',
      action: 'go-upload',
      place: 'sidebar',
      needs: 'upload-leads',
    },
  ],
  batchKinds: { 'lead-upload': uploadBatch, 'lead-upload-check': uploadBatch },
};
