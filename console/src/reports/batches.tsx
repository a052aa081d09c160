import { lazy, Suspense } from 'react';
import type { BatchKindView } from '../batches/kinds.ts';

// Loaded when the first recomputed report is shown.
const RecomputedLink = lazy(() =>
  import('./RecomputedLink.tsx').then(({ RecomputedLink }) => ({ default: RecomputedLink })),
);

/** A recomputed report: links to it. */
export const recomputeBatch: BatchKindView = {
  Result: ({ batch }) => (
    <Suspense>
      <RecomputedLink batch={batch} />
    </Suspense>
  ),
};
