import { failureText } from '../../api/errors.ts';
import { toast } from '../../ui/toast.tsx';

/** @returns a function that saves a setting which is shown as soon as it is chosen, and tells the user how that ended */
export function saveAtOnce<Value>(
  save: (next: Value) => Promise<{ message: string | null }>,
  texts: { saved: string; failed: string },
): (next: Value) => void {
  return (next) => {
    save(next).then(
      ({ message }) => toast.success(message ?? texts.saved),
      (error) => toast.error(failureText(error, texts.failed)),
    );
  };
}
