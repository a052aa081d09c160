import { useFormContext } from 'react-hook-form';
import { Field } from '../ui/Field.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { usePhone } from '../ui/useMediaQuery.ts';
import type { Decision } from './decisions.ts';
import { approvalTexts } from './texts.ts';

export type AdminNotes = { adminNotes: string };

/** The admin's notes on a decision, in a DialogForm: required to reject. */
export function AdminNotesField({ decision }: { decision: Decision }) {
  const { register, formState } = useFormContext<AdminNotes>();
  const phone = usePhone();
  return (
    <Field
      label={approvalTexts.dialog.adminNotes}
      required={decision === 'reject'}
      error={formState.errors.adminNotes?.message}
      hint={!phone && approvalTexts.dialog.adminNotesHint}
    >
      <Textarea {...register('adminNotes')} autoFocus placeholder={approvalTexts[decision].notes} />
    </Field>
  );
}
