import { lazy, Suspense } from 'react';
import { showBatch, useShownBatch } from './shown.ts';

// Loaded when the first batch is opened.
const BatchDialog = lazy(() =>
  import('./BatchDialog.tsx').then(({ BatchDialog }) => ({ default: BatchDialog })),
);

/** Renders the batch dialog that `showBatch` opens; once, in the layout. */
export function ShownBatch() {
  const id = useShownBatch();
  if (id === null) return null;
  return (
    <Suspense>
      <BatchDialog key={id} id={id} onClose={() => showBatch(null)} />
    </Suspense>
  );
}
