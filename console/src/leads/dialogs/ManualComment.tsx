import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { leadWords } from '../texts/words.ts';
import type { CommentDraft } from './commentDraft.ts';

export function ManualComment() {
  const { register, watch, formState } = useFormContext<CommentDraft>();
  const error = formState.errors.content?.message;
  return (
    <Field
      label={leadDialogTexts.comment.comment}
      required
      error={error && watch('content').trim() === '' ? leadWords.commentMissing : error}
    >
      <Textarea {...register('content')} autoFocus rows={4} />
    </Field>
  );
}
