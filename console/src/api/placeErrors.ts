import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { errorText, failureText, fieldErrorsOf } from './errors.ts';

/**
 * Puts a refusal's texts beside the fields they name and the focus on the first of them.
 * Gives the text that belongs to no field of the form, for a banner; null when all found their place. `otherwise`
 * is what a form that has a text of its own says when the server gave none.
 */
export function placeErrors<T extends FieldValues>(
  error: unknown,
  form: { setError: UseFormSetError<T>; getValues: () => T },
  otherwise?: string,
): string | null {
  const named = Object.entries(fieldErrorsOf(error));
  const values: Record<string, unknown> = form.getValues();
  // 'parameters.0.value' stands within 'parameters'.
  const isOurs = (name: string) => (name.split('.')[0] ?? name) in values;
  const placed = named.filter(([name]) => isOurs(name));
  placed.forEach(([name, message], index) => {
    // The name was just found among the form's own values.
    form.setError(name as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  if (placed.length > 0 && placed.length === named.length) return null;
  const rest = named.filter(([name]) => !isOurs(name)).map(([, message]) => message);
  if (rest.length > 0) return rest.join(' ');
  return otherwise === undefined ? errorText(error) : failureText(error, otherwise);
}
