import type { Batch } from '@crm/contracts/batches/batches.ts';
import type { Feature } from '../app/feature.ts';
import { exportBatch } from '../leads/batches.tsx';
import { paths } from '../paths.ts';
import { auditNavigationTexts } from './texts/navigation.ts';

const needs = 'see-audit';

/** As long as the export button itself waits for the file. */
const WAIT_MS = 20_000;
const isSoonDone = ({ createdAt, finishedAt }: Batch) =>
  finishedAt !== null && Date.parse(finishedAt) - Date.parse(createdAt) < WAIT_MS;

export const audit: Feature = {
  pages: [{ path: paths.audit, needs, load: async () => (await import('./AuditPage.tsx')).AuditPage }],
  navigation: [
    {
      to: paths.audit,
      label: auditNavigationTexts.audit,
      icon: 'audit',
      action: 'go-audit',
      place: 'sidebar',
      needs,
    },
  ],
  batchKinds: { 'audit-export': { ...exportBatch, quiet: isSoonDone } },
};
