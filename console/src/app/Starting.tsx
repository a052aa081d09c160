import { Spinner } from '../ui/Spinner.tsx';

/** The first moment, before it is known what to show. */
export function Starting() {
  return (
    <main role="status" aria-label="Loading" className="flex min-h-dvh items-center justify-center bg-canvas">
      <Spinner className="size-6 text-muted" />
    </main>
  );
}
