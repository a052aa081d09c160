import { Spinner } from '../ui/Spinner.tsx';

/** Shown until the session is known. */
export function Starting() {
  return (
    <main role="status" aria-label="Loading" className="flex min-h-dvh items-center justify-center bg-canvas">
      <Spinner className="size-6 text-muted" />
    </main>
  );
}
