import { useState } from 'react';
import { errorText } from '../../api/errors.ts';
import { toast } from '../../ui/toast.tsx';
import { useBreak } from '../commands.ts';
import type { QueueCommands } from './useQueueCommands.ts';

/** Starts and ends the operator's break, after the commands before it. */
export function useBreakSwitch({ enqueue }: QueueCommands) {
  const change = useBreak().mutateAsync;
  const [isChangingBreak, setIsChangingBreak] = useState(false);
  return {
    /** A break is being started or ended. */
    isChangingBreak,
    setBreak: (isOnBreak: boolean) => {
      setIsChangingBreak(true);
      void enqueue(
        () => change({ body: { isOnBreak } }),
        (error) => toast.error(errorText(error)),
      ).finally(() => setIsChangingBreak(false));
    },
  };
}
