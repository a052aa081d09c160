import { useNavigation } from 'react-router-dom';
import { appTexts } from './texts.ts';

/** A bar at the top of the window while the code of the next page loads; the current page stays until then. */
export function PageProgress() {
  if (useNavigation().state === 'idle') return null;
  return (
    <div
      role="progressbar"
      aria-label={appTexts.loadingPage}
      className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-primary-soft"
    >
      <div className="page-progress h-full w-1/3 bg-primary" />
    </div>
  );
}
