import { lazy, Suspense } from 'react';
import { showBatch, useShownBatch } from './shown.ts';

// Nobody needs it before something long runs.
const BatchDialog = lazy(() =>
  import('./BatchDialog.tsx').then(({ BatchDialog }) => ({ default: BatchDialog })),
);

/** Where `showBatch` shows a batch; once in the layout. */
export function ShownBatch() {
  const id = useShownBatch();
  if (id === null) return null;
  return (
    <Suspense>
      <BatchDialog key={id} id={id} onClose={() => showBatch(null)} />
    </Suspense>
  );
}
