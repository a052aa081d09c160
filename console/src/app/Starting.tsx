import { Spinner } from '../ui/Spinner.tsx';
import { appTexts } from './texts.ts';

/** Shown until the session is known. */
export function Starting() {
  return (
    <main
      role="status"
      aria-label={appTexts.starting}
      className="flex min-h-dvh items-center justify-center bg-canvas"
    >
      <Spinner className="size-6 text-muted" />
    </main>
  );
}
