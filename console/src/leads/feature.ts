import type { Feature } from '../app/feature.ts';
import { paths } from '../paths.ts';
import { exportBatch, leadBatch, pastListBatch } from './batches.tsx';
import { leadNavigationTexts } from './texts/navigation.ts';

const list = { to: paths.leads.list, icon: 'leads', action: 'go-leads', place: 'sidebar' } as const;

export const leads: Feature = {
  pages: [
    { path: paths.leads.list, load: async () => (await import('./list/LeadsPage.tsx')).LeadsPage },
    {
      path: paths.leads.new,
      load: async () => (await import('./form/NewLeadPage.tsx')).NewLeadPage,
      needs: 'manage-leads',
    },
    {
      path: paths.leads.aside,
      load: async () => (await import('./aside/AsideLeadsPage.tsx')).AsideLeadsPage,
      needs: 'see-organization',
    },
    {
      path: paths.leads.past,
      load: async () => (await import('./past/PastLeadsPage.tsx')).PastLeadsPage,
      needs: 'manage-leads',
    },
    { path: paths.leads.one(':id'), load: async () => (await import('./detail/LeadPage.tsx')).LeadPage },
    {
      path: paths.leads.edit(':id'),
      load: async () => (await import('./form/EditLeadPage.tsx')).EditLeadPage,
    },
  ],
  navigation: [
    { ...list, label: leadNavigationTexts.allLeads, needs: 'see-organization' },
    { ...list, label: leadNavigationTexts.myLeads, needs: 'work-leads' },
  ],
  finder: {
    group: leadNavigationTexts.found,
    find: async (text, signal) => (await import('./find.ts')).findLeads(text, signal),
  },
  batchKinds: {
    'lead-status': leadBatch,
    'lead-assign': leadBatch,
    'lead-approve': leadBatch,
    'lead-reject': leadBatch,
    'lead-delete': leadBatch,
    'lead-hand-over': leadBatch,
    'lead-undo': leadBatch,
    'lead-export': exportBatch,
    'lead-past-list': pastListBatch,
    'lead-past-export': exportBatch,
  },
};
