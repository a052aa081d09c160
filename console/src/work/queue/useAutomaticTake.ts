import { useEffect, useEffectEvent } from 'react';
import { errorText } from '../../api/errors.ts';
import { toast } from '../../ui/toast.tsx';
import type { QueueCommands } from './useQueueCommands.ts';

/** Each attempt replaces the message of the one before. */
const TAKE_TOAST = 'take';
/** The pause after an attempt that took no lead. */
const TRY_AGAIN_MS = 2_000;

/**
 * Takes a lead when the operator has none, and tries again until one is taken.
 *
 * @param first the first free lead; undefined when none may be taken now
 */
export function useAutomaticTake(
  { enqueue, takeNext, newest }: QueueCommands,
  first: string | undefined,
): void {
  const takeAnother = useEffectEvent(() => {
    void enqueue(
      async () => {
        const taken = await takeNext()?.catch(
          (error: unknown) => void toast.error(errorText(error), { id: TAKE_TOAST }),
        );
        if (taken === 'on-break') return;
        // Other operators took all of them, or the server cannot be reached: the effect below tries again.
        if (!taken?.data.leadId && !newest().hasTaken)
          await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      },
      () => {},
    );
  });
  useEffect(() => {
    if (first !== undefined) takeAnother();
  }, [first]);
}
