import { texts } from '@crm/contracts/texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText, fieldErrorsOf } from '../api/errors.ts';
import { refresh } from '../api/read.ts';
import { onCtrlEnter } from '../keys/onCtrlEnter.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { toast } from '../ui/toast.tsx';
import { decisionTopics, useApprove, useReject } from './commands.ts';
import type { Deciding } from './deciding.ts';
import { RequestFacts } from './RequestFacts.tsx';

const words = {
  approve: { title: 'Approve Status Change', button: 'Approve', done: 'Status change approved' },
  reject: { title: 'Reject Status Change', button: 'Reject', done: 'Status change rejected' },
} as const;

/**
 * Asks for the admin's notes (required to reject) and decides. If another admin decided first, shows that
 * outcome.
 */
export function DecideDialog({ decision, request, onClose }: Deciding & { onClose: () => void }) {
  const queryClient = useQueryClient();
  const approve = useApprove();
  const reject = useReject();
  const command = decision === 'approve' ? approve : reject;
  const [notes, setNotes] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const missing = submitted && decision === 'reject' && notes.trim() === '' ? texts.required : undefined;
  const refused = fieldErrorsOf(command.error)['adminNotes'];
  const { title, button, done } = words[decision];

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setSubmitted(true);
    if (command.isPending || (decision === 'reject' && notes.trim() === '')) return;
    const { requestId } = request.pendingStatusChange;
    command.mutate(
      { params: { id: request._id }, body: { adminNotes: notes, requestId } },
      {
        onSuccess: ({ message }) => {
          toast.success(message ?? done);
          onClose();
        },
        // Another admin decided first, or the operator replaced the request: show the current state.
        onError: () => void refresh(queryClient, decisionTopics),
      },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={`Order ${request.orderId} · ${request.fullName}`}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <RequestFacts request={request} />
        <Field
          label="Admin Notes"
          required={decision === 'reject'}
          error={missing ?? refused}
          hint="Ctrl Enter sends it."
        >
          <Textarea
            autoFocus
            value={notes}
            maxLength={2000}
            onChange={(event) => setNotes(event.target.value)}
            onKeyDown={onCtrlEnter(submit)}
            placeholder={decision === 'approve' ? 'Optional' : 'Why it is rejected'}
          />
        </Field>
        {command.error && !refused && <Alert tone="bad" text={errorText(command.error)} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant={decision === 'approve' ? 'primary' : 'danger'}
            busy={command.isPending}
          >
            {button}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
