import { useState } from 'react';
import { toast } from './toast.tsx';
import { useIsMounted } from './useIsMounted.ts';

/**
 * The state of a dialog with a secret that only one answer contains.
 * @returns the secret, null without one, and `show`, which takes the text of a toast: that a secret was made and not
 * shown, because its page was left before the answer came
 */
export function useShownOnce<Secret>() {
  const isMounted = useIsMounted();
  const [secret, setSecret] = useState<Secret | null>(null);
  function show(answered: Secret, notShown: string) {
    if (isMounted.current) setSecret(answered);
    else toast.error(notShown);
  }
  return { secret, show, hide: () => setSecret(null) };
}
