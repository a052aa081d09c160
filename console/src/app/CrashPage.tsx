import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { appTexts } from './texts.ts';

/**
 * Replaces a page that threw an error. Reloading also helps after a deployment replaced this version's files.
 */
export function CrashPage() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
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
