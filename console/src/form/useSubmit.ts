import { type SyntheticEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { placeErrors } from './placeErrors.ts';

/**
 * Submits a form, one attempt at a time. Invalid values are not sent; a refusal is shown beside the fields
 * that it names.
 * @param save sends the body; throws the refusal
 * @param failure the form's own text for a failure without a server message
 * @returns `problem`: the error that belongs to no field, until `dismiss`; null when there is none
 */
export function useSubmit<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  save: (body: Body) => Promise<unknown>,
  failure?: string,
) {
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useRef(false);

  const dismiss = () => setProblem(null);
  // What the server said to earlier values is over, also when these are invalid and not sent.
  const send = form.handleSubmit(async (body) => {
    dismiss();
    try {
      await save(body);
    } catch (error) {
      setProblem(placeErrors(error, form, failure));
    }
  }, dismiss);

  async function submit(event?: SyntheticEvent) {
    event?.preventDefault();
    if (sending.current) return;
    sending.current = true;
    await send().finally(() => {
      sending.current = false;
    });
  }

  return { submit, problem, dismiss, busy: form.formState.isSubmitting };
}
