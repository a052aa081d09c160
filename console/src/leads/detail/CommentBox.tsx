import { addComment } from '@crm/contracts/leads/write.ts';
import { ListChecks } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { CallError } from '../../api/errors.ts';
import { useCommand } from '../../api/useCommand.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { useDraft } from '../../form/useDraft.ts';
import { useSubmit } from '../../form/useSubmit.ts';
import { keysOf } from '../../keys/keymap.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/Button.tsx';
import { CheckField } from '../../ui/CheckField.tsx';
import { Field } from '../../ui/Field.tsx';
import { onCtrlEnter } from '../../ui/onCtrlEnter.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { leadDetailTexts } from '../texts/detail.tsx';
import { leadWords } from '../texts/words.ts';

const texts = leadDetailTexts.comment;

const types = [
  { value: 'internal', label: texts.types.internal },
  { value: 'customer', label: texts.types.customer },
  { value: 'follow_up', label: texts.types.follow_up },
] as const;

type CommentText = { content: string; type: (typeof types)[number]['value']; isImportant: boolean };

const blank: CommentText = { content: '', type: 'internal', isImportant: false };
const check = checkedBy(addComment.body, (comment: CommentText) => ({
  ...comment,
  isInternal: comment.type !== 'customer',
}));

/** The comment that is being written. Kept by the lead page, so that opening another tab does not lose it. */
export const useCommentForm = () => useForm({ defaultValues: blank, resolver: check });
export type CommentForm = ReturnType<typeof useCommentForm>;

type CommentBoxProps = {
  leadId: string;
  form: CommentForm;
  /** Opens the dialog in which the result of a call is picked from lists. */
  onStructured: () => void;
};

/** Writes a comment on the lead. After an error, the text is kept and the error appears below it. */
export function CommentBox({ leadId, form, onStructured }: CommentBoxProps) {
  const add = useCommand(addComment, ['leads']);
  const draft = useDraft(form, `comment box ${leadId}`);
  const { submit, problem, busy } = useSubmit(form, async (body) => {
    const sent = form.getValues('content');
    await add.mutateAsync({ params: { id: leadId }, body }).catch(sayWhatFailed);
    announce(leadWords.commentSaved);
    // The next comment may have been begun meanwhile.
    if (form.getValues('content') !== sent) return;
    form.reset(blank);
    draft.clear();
  });
  const invalid = form.formState.errors.content?.message;
  const missing = invalid && form.watch('content').trim() === '';
  return (
    <Panel>
      <form
        noValidate
        onChange={draft.onChange}
        onSubmit={(event) => void submit(event)}
        onKeyDown={onCtrlEnter(() => void submit())}
        className="flex flex-col gap-3"
      >
        <Field
          label={texts.label}
          error={missing ? leadWords.commentMissing : (invalid ?? problem ?? undefined)}
        >
          <Textarea {...form.register('content')} placeholder={texts.placeholder} />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Select aria-label={texts.type} {...form.register('type')} options={types} className="w-36" />
          <CheckField label={leadWords.important} {...form.register('isImportant')} />
          <div className="ml-auto flex flex-wrap gap-2">
            <Tooltip label={texts.structuredHint} keys={keysOf('comment')}>
              <Button icon={ListChecks} onClick={onStructured}>
                {texts.structured}
              </Button>
            </Tooltip>
            <Tooltip label={leadWords.addComment} keys="Ctrl Enter">
              <Button type="submit" variant="primary" busy={busy}>
                {leadWords.addComment}
              </Button>
            </Tooltip>
          </div>
        </div>
      </form>
    </Panel>
  );
}

/** A refusal without a message, for example by a proxy, says at least what failed. */
function sayWhatFailed(error: unknown): never {
  const isSilent =
    error instanceof CallError && error.failure.kind === 'refused' && error.failure.message === null;
  throw isSilent ? new Error(texts.failed, { cause: error }) : error;
}
