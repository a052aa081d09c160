import { useFormContext } from 'react-hook-form';
import { Field } from '../ui/Field.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { usePhone } from '../ui/useMediaQuery.ts';
import type { Decision } from './decisions.ts';
import { decisionTexts } from './texts/dialogs.ts';

export type AdminNotes = { adminNotes: string };

/** The admin's notes on a decision, in a DialogForm: required to reject. */
export function AdminNotesField({ decision }: { decision: Decision }) {
  const { register, formState } = useFormContext<AdminNotes>();
  const phone = usePhone();
  return (
    <Field
      label={decisionTexts.dialog.adminNotes}
      required={decision === 'reject'}
      error={formState.errors.adminNotes?.message}
      hint={!phone && decisionTexts.dialog.adminNotesHint}
    >
      <Textarea {...register('adminNotes')} autoFocus placeholder={decisionTexts[decision].notes} />
    </Field>
  );
}
