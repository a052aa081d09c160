import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { LiveState } from '../live/connect.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { appTexts } from './texts.ts';

/** Warns that the screen may be out of date: the browser is offline or the server is unreachable. */
export function ConnectionBar({ live }: { live: LiveState }) {
  const online = useSyncExternalStore(onNetworkChange, () => navigator.onLine);
  if (online && live !== 'lost') return <div role="status" />;
  return (
    <div
      role="status"
      className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1.5 text-sm text-warn"
    >
      {online ? <Spinner /> : <WifiOff aria-hidden className="size-4" />}
      {online ? appTexts.connection.lost : appTexts.connection.offline}
    </div>
  );
}

function onNetworkChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
