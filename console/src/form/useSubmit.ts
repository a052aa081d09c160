import { type SyntheticEvent, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { failureText, isStopped } from '../api/errors.ts';
import { toast } from '../ui/toast.tsx';
import { useIsMounted } from '../ui/useIsMounted.ts';
import { placeErrors } from './placeErrors.ts';

/**
 * Submits a form, one attempt at a time. Invalid values are not sent; a refusal is shown beside the fields
 * that it names, or as a toast when the user has left the form meanwhile.
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
  const isMounted = useIsMounted();

  const dismiss = () => setProblem(null);
  // Errors of the server for earlier values are cleared, also when these are invalid and not sent.
  const send = form.handleSubmit(async (body) => {
    dismiss();
    try {
      await save(body);
    } catch (error) {
      if (isMounted.current) return setProblem(placeErrors(error, form, failure));
      if (isStopped(error)) return;
      toast.error(failureText(error, failure));
    }
  }, dismiss);

  async function submit(event?: SyntheticEvent) {
    event?.preventDefault();
    // The form may be older than this component: the comment box of a lead moves with the tab, its text stays.
    if (sending.current || form.formState.isSubmitting) return;
    sending.current = true;
    await send().finally(() => {
      sending.current = false;
    });
  }

  return { submit, problem, dismiss, busy: form.formState.isSubmitting };
}
