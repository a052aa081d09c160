import { lazy, Suspense } from 'react';
import { z } from 'zod';
import type { BatchKindView } from '../batches/kinds.ts';

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
};
