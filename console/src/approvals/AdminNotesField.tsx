import { useFormContext } from 'react-hook-form';
import { Field } from '../ui/Field.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { type Decision, decisionWords } from './decisions.ts';

export type AdminNotes = { adminNotes: string };

/** The admin's notes on a decision, in a DialogForm: required to reject. */
export function AdminNotesField({ decision }: { decision: Decision }) {
  const { register, formState } = useFormContext<AdminNotes>();
  return (
    <Field
      label="Admin Notes"
      required={decision === 'reject'}
      error={formState.errors.adminNotes?.message}
      hint="Ctrl Enter sends it."
    >
      <Textarea {...register('adminNotes')} autoFocus placeholder={decisionWords[decision].notes} />
    </Field>
  );
}
