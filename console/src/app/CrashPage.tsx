import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { OutdatedPage } from './importWithFiles.ts';
import { appTexts } from './texts.ts';

/** A page that was loaded more recently is not loaded again by itself: it would lack the same code. */
const LOADED_BEFORE_MS = 60_000;

/**
 * Replaces a page that threw an error. One that lacks code because a deployment replaced it loads again, at the address that the
 * user wanted.
 */
export function CrashPage() {
  const error = useRouteError();
  const [loadsAgain] = useState(() => error instanceof OutdatedPage && performance.now() > LOADED_BEFORE_MS);
  useEffect(() => {
    console.error(error);
    if (loadsAgain) window.location.reload();
  }, [error, loadsAgain]);
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
