import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Sends a form that stays open. What is typed while the request runs stays, as unsaved. */
export async function saveValues<Values extends FieldValues, Body, Answer>(
  form: Pick<UseFormReturn<Values, unknown, Body>, 'getValues' | 'reset'>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const sent = form.getValues();
  const answer = await send();
  form.reset(sent, { keepValues: true });
  return answer;
}
