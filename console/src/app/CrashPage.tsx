import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { OutdatedPage } from './importWithFiles.ts';
import { appTexts } from './texts.ts';

/** A page that was loaded more recently is not loaded again by itself: it would lack the same code. */
const LOADED_BEFORE_MS = 60_000;
/** The page is still here after this time when the browser asked about unsent changes and the user stayed. */
const STAYED_AFTER_MS = 3_000;

/**
 * Replaces a page that threw an error. One that lacks code because a deployment replaced it loads again, at the address that the
 * user wanted.
 */
export function CrashPage() {
  const error = useRouteError();
  const [loadsAgain, setLoadsAgain] = useState(
    () => error instanceof OutdatedPage && performance.now() > LOADED_BEFORE_MS,
  );
  useEffect(() => console.error(error), [error]);
  useEffect(() => {
    if (!loadsAgain) return;
    window.location.reload();
    const timer = setTimeout(() => setLoadsAgain(false), STAYED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [loadsAgain]);
  if (loadsAgain) return null;
  return (
    <div role="alert" className="flex min-h-80 items-center justify-center bg-canvas">
      <EmptyState
        page
        title={appTexts.crash.title}
        text={appTexts.crash.text}
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            {appTexts.crash.reload}
          </Button>
        }
      />
    </div>
  );
}
