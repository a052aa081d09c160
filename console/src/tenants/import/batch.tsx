import { lazy, Suspense } from 'react';
import type { BatchKindView } from '../../batches/kinds.ts';

const CheckedArchive = lazy(() =>
  import('./CheckedArchive.tsx').then(({ CheckedArchive }) => ({ default: CheckedArchive })),
);

/** The check of an archive: what it contains, and the start of the import. */
export const archiveCheckBatch: BatchKindView = {
  Result: ({ batch }) => (
    <Suspense>
      <CheckedArchive batch={batch} />
    </Suspense>
  ),
};
