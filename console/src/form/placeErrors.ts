import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { failureText, fieldErrorsOf } from '../api/errors.ts';

/**
 * Shows a refusal's texts beside the fields that they name and focuses the first of these fields.
 * @param otherwise the form's own text for a failure without a server message
 * @returns the texts that match no field, for a banner; null when every text has a field
 */
export function placeErrors<T extends FieldValues>(
  error: unknown,
  form: { setError: UseFormSetError<T>; getValues: () => T },
  otherwise?: string,
): string | null {
  const named = Object.entries(fieldErrorsOf(error));
  const values: Record<string, unknown> = form.getValues();
  // 'parameters.0.value' belongs to the field 'parameters'.
  const isOurs = (name: string) => (name.split('.')[0] ?? name) in values;
  const placed = named.filter(([name]) => isOurs(name));
  placed.forEach(([name, message], index) => {
    // `isOurs` found the name among the form's values.
    form.setError(name as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  if (placed.length > 0 && placed.length === named.length) return null;
  const rest = named.filter(([name]) => !isOurs(name)).map(([, message]) => message);
  if (rest.length > 0) return rest.join(' ');
  return failureText(error, otherwise);
}
