import { lazy, Suspense } from 'react';
import { z } from 'zod';
import type { BatchKindView } from '../batches/kinds.ts';

/** As the export's contract has it, which the first screen need not load. */
const EXPORT_AT_ONCE = 5_000;

const LeadProblem = z.object({ leadId: z.string() });

/** A bulk action: each lead that was skipped or failed leads to its own page. */
export const leadBatch: BatchKindView = {
  linkOf: ({ data }) => {
    const lead = LeadProblem.safeParse(data);
    return lead.success ? `/leads/${lead.data.leadId}` : null;
  },
};

// Nobody needs it before an export has ended.
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
  // Up to so many leads the button waits for the file itself.
  quiet: ({ total }) => total !== null && total <= EXPORT_AT_ONCE,
};

const UploadLink = lazy(() =>
  import('./upload/UploadLink.tsx').then(({ UploadLink }) => ({ default: UploadLink })),
);

/** An upload, or the check before it: shown on a page of its own. */
export const uploadBatch: BatchKindView = {
  Result: ({ batch }) => (
    <Suspense>
      <UploadLink batch={batch} />
    </Suspense>
  ),
  quiet: () => window.location.pathname === '/upload-leads',
};
