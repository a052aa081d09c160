import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Asking, askUpload, type Outcome, sendFile } from './calls.ts';

type Check = {
  /** A file that the server does not have yet: it is sent, instead of asking for the one of an earlier call. */
  file: File | null;
  asking: Asking;
  onChecked: (outcome: Outcome) => void;
};

/** Checks a file before anything is written. */
export function useCheck({ file, asking, onChecked }: Check) {
  const [sent, setSent] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  const check = useMutation({
    mutationFn: async () => {
      if (!file) return askUpload(true, asking);
      stop.current = new AbortController();
      setSent(0);
      const { user, body } = asking;
      return sendFile({ user, file, body, onProgress: setSent, signal: stop.current.signal });
    },
    onSuccess: onChecked,
    onSettled: () => setSent(null),
  });
  return {
    check,
    /** The sent share of the file, from 0 to 1; null while none is being sent. */
    sent,
    stopSending: () => stop.current.abort(new DOMException('Stopped', 'AbortError')),
  };
}
