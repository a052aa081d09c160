import { startTransition, useOptimistic } from 'react';
import { failureText } from '../../api/errors.ts';
import { toast } from '../../ui/toast.tsx';

/**
 * One setting that is saved when it changes. Optimistic: the new value shows at once, and the old one again when saving fails. By
 * React, as a cached value (shownSettings.ts) shows a moment after the event: the checkbox would be unchecked meanwhile.
 *
 * @param save shows the new value in `saved` before it resolves
 * @returns the value to show, and a function that changes it
 */
export function useSetting<Value>(
  saved: Value,
  save: (next: Value) => Promise<{ message: string | null }>,
  texts: { saved: string; failed: string },
): [Value, (next: Value) => void] {
  const [shown, show] = useOptimistic(saved);
  const change = (next: Value) =>
    startTransition(async () => {
      show(next);
      try {
        const { message } = await save(next);
        toast.success(message ?? texts.saved);
      } catch (error) {
        toast.error(failureText(error, texts.failed));
      }
    });
  return [shown, change];
}
