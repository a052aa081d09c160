import { EXPORT_AT_ONCE } from '@crm/contracts/leads/export-at-once.ts';
import { lazy, Suspense } from 'react';
import type { BatchKindView } from '../batches/kinds.ts';
import { paths } from '../paths.ts';

/** A bulk action: each skipped or failed lead links to its page. */
export const leadBatch: BatchKindView = {
  linkOf: ({ data }) => {
    const leadId = typeof data === 'object' && data !== null && 'leadId' in data ? data['leadId'] : null;
    return typeof leadId === 'string' ? paths.leads.one(leadId) : null;
  },
};

// Loaded when the first export has ended.
const ExportResult = lazy(() =>
  import('./export/ExportResult.tsx').then(({ ExportResult }) => ({ default: ExportResult })),
);

/** An export: its file. */
export const exportBatch: BatchKindView = {
  Result: ({ batch }) => (
    <Suspense>
      <ExportResult batch={batch} />
    </Suspense>
  ),
  // Up to this many leads, the export button itself waits for the file.
  quiet: ({ total }) => total !== null && total <= EXPORT_AT_ONCE,
};

const PastListLink = lazy(() =>
  import('./past/PastListLink.tsx').then(({ PastListLink }) => ({ default: PastListLink })),
);

/** The leads of a moment: links to the list. */
export const pastListBatch: BatchKindView = {
  Result: ({ batch }) => (
    <Suspense>
      <PastListLink batch={batch} />
    </Suspense>
  ),
  quiet: () => window.location.pathname === paths.leads.past,
};

const UploadLink = lazy(() =>
  import('./upload/UploadLink.tsx').then(({ UploadLink }) => ({ default: UploadLink })),
);

/** An upload, or the check before it: links to its own page. */
export const uploadBatch: BatchKindView = {
  Result: ({ batch }) => (
    <Suspense>
      <UploadLink batch={batch} />
    </Suspense>
  ),
  quiet: () => window.location.pathname === paths.leads.upload,
};
