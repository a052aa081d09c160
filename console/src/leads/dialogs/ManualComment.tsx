import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import type { CommentDraft } from './commentDraft.ts';

export function ManualComment() {
  const { register, watch, formState } = useFormContext<CommentDraft>();
  const error = formState.errors.content?.message;
  return (
    <Field
      label="Comment"
      required
      error={error && watch('content').trim() === '' ? 'Please enter a comment' : error}
    >
      <Textarea {...register('content')} autoFocus rows={4} />
    </Field>
  );
}
