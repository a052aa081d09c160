import type { Lead } from '@crm/contracts/leads/lead.ts';
import { type FormEvent, useState } from 'react';
import { CallError } from '../../api/errors.ts';
import { onCtrlEnter } from '../../keys/onCtrlEnter.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { CheckField } from '../../ui/CheckField.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useAddComment } from '../commands.ts';
import { emptyDraft, isWritten, textOf } from './commentDraft.ts';
import { ManualComment } from './ManualComment.tsx';
import { StructuredComment } from './StructuredComment.tsx';

type CommentDialogProps = { lead: Pick<Lead, '_id' | 'orderId'>; onClose: () => void };

/** Adds a comment about a call: picked from lists or written by hand. */
export function CommentDialog({ lead, onClose }: CommentDialogProps) {
  const addComment = useAddComment();
  const [draft, setDraft] = useState(emptyDraft);
  const [isImportant, setImportant] = useState(false);
  const [phase, setPhase] = useState<'asking' | 'sending'>('asking');
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (phase === 'sending') return;
    setMissing(!isWritten(draft));
    if (!isWritten(draft)) return;
    setPhase('sending');
    setProblem(null);
    try {
      await addComment(lead, { content: textOf(draft), isImportant });
      onClose();
    } catch (error) {
      const message = error instanceof CallError ? error.message : 'Unknown error';
      setProblem(`Failed to add comment: ${message}`);
      setPhase('asking');
    }
  }

  return (
    <Dialog open onClose={onClose} title="Add Comment" description={`Order ${lead.orderId}`}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => void submit(event)}
        onKeyDown={onCtrlEnter(() => void submit())}
      >
        <Segmented
          label="Kind of comment"
          value={draft.mode}
          onChange={(mode) => {
            setMissing(false);
            setDraft({ ...draft, mode });
          }}
          options={[
            { value: 'structured', label: 'Structured' },
            { value: 'manual', label: 'Manual' },
          ]}
        />
        {draft.mode === 'structured' ? (
          <StructuredComment draft={draft} onChange={setDraft} />
        ) : (
          <ManualComment
            draft={draft}
            onChange={setDraft}
            error={missing ? 'Please enter a comment' : undefined}
          />
        )}
        <CheckField
          label="Important"
          hint="Shown with a star in the list"
          checked={isImportant}
          onChange={(event) => setImportant(event.target.checked)}
        />
        {problem && <Alert tone="bad" text={problem} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={phase === 'sending'}
            disabled={draft.mode === 'structured' && !isWritten(draft)}
            title="Ctrl Enter"
          >
            Add Comment
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
