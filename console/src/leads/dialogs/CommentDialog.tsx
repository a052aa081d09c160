import type { Lead } from '@crm/contracts/leads/lead.ts';
import { addComment } from '@crm/contracts/leads/write.ts';
import { useForm } from 'react-hook-form';
import { CallError, failureText } from '../../api/errors.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { CheckField } from '../../ui/CheckField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { leadWords } from '../texts/words.ts';
import { useAddComment } from './commands.ts';
import { type CommentDraft, emptyDraft, isWritten, textOf } from './commentDraft.ts';
import { ManualComment } from './ManualComment.tsx';
import { StructuredComment } from './StructuredComment.tsx';

const texts = leadDialogTexts.comment;

type CommentDialogProps = { lead: Pick<Lead, '_id' | 'orderId'>; onClose: () => void };

const check = checkedBy(addComment.body, (draft: CommentDraft) => ({
  content: textOf(draft),
  isImportant: draft.isImportant,
}));

/** The server's reason, or that it was not reached. */
function reasonOf(error: unknown): string {
  if (error instanceof CallError && error.failure.kind === 'unreachable') return error.message;
  return failureText(error, texts.unknownError);
}

/** Adds a comment about a call: picked from lists or written by hand. */
export function CommentDialog({ lead, onClose }: CommentDialogProps) {
  const add = useAddComment();
  const form = useForm({ defaultValues: emptyDraft, resolver: check });
  const draft = form.watch();

  async function save(comment: { content: string; isImportant: boolean }) {
    try {
      await add(lead, comment);
    } catch (error) {
      throw new Error(texts.failed(reasonOf(error)), { cause: error });
    }
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={leadWords.addComment} description={leadWords.order(lead.orderId)}>
      <DialogForm
        form={form}
        submitLabel={leadWords.addComment}
        disabled={draft.mode === 'structured' && !isWritten(draft)}
        save={save}
        draft={`comment ${lead._id}`}
        onClose={onClose}
      >
        <Segmented
          label={texts.kind}
          value={draft.mode}
          onChange={(mode) => {
            form.clearErrors();
            form.setValue('mode', mode);
          }}
          options={[
            { value: 'structured', label: texts.structured },
            { value: 'manual', label: texts.manual },
          ]}
        />
        {draft.mode === 'structured' ? <StructuredComment /> : <ManualComment />}
        <CheckField
          label={leadWords.important}
          hint={texts.importantHint}
          {...form.register('isImportant')}
        />
      </DialogForm>
    </Dialog>
  );
}
