import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Sends a form that stays open. What is typed while the request runs stays, as unsaved. */
export async function saveValues<Values extends FieldValues, Body, Answer>(
  form: Pick<UseFormReturn<Values, unknown, Body>, 'getValues' | 'reset'>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const sent = form.getValues();
  const answer = await send();
  // Against the form's own options: its fields would stay edited, and later changes by others would not appear in them.
  form.reset(sent, { keepValues: true, keepDirtyValues: false, keepDirty: false });
  return answer;
}
