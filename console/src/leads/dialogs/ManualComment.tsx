import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import type { CommentDraft } from './commentDraft.ts';

type ManualCommentProps = {
  draft: CommentDraft;
  onChange: (draft: CommentDraft) => void;
  error: string | undefined;
};

export function ManualComment({ draft, onChange, error }: ManualCommentProps) {
  return (
    <Field label="Comment" required error={error}>
      <Textarea
        autoFocus
        rows={4}
        maxLength={2000}
        value={draft.manual}
        onChange={(event) => onChange({ ...draft, manual: event.target.value })}
      />
    </Field>
  );
}
