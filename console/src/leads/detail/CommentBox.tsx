import { addComment } from '@crm/contracts/leads/write.ts';
import { ListChecks } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { CallError, errorText, fieldErrorsOf } from '../../api/errors.ts';
import { useCommand } from '../../api/useCommand.ts';
import { keysOf } from '../../keys/keymap.ts';
import { onCtrlEnter } from '../../keys/onCtrlEnter.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckField } from '../../ui/CheckField.tsx';
import { Field } from '../../ui/Field.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';

const types = [
  { value: 'internal', label: 'Internal' },
  { value: 'customer', label: 'Customer' },
  { value: 'follow_up', label: 'Follow Up' },
] as const;

export type CommentText = { content: string; type: (typeof types)[number]['value']; isImportant: boolean };

export const emptyComment: CommentText = { content: '', type: 'internal', isImportant: false };

type CommentBoxProps = {
  leadId: string;
  value: CommentText;
  onChange: (comment: CommentText) => void;
  /** Opens the dialog in which the result of a call is picked from lists. */
  onStructured: () => void;
};

/** Writes a comment on the lead. After an error, the text is kept and the error appears below it. */
export function CommentBox({ leadId, value, onChange, onStructured }: CommentBoxProps) {
  const add = useCommand(addComment, ['leads']);
  const [missing, setMissing] = useState(false);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (add.isPending) return;
    const content = value.content.trim();
    setMissing(content === '');
    if (content === '') return;
    add.mutate(
      { params: { id: leadId }, body: { ...value, content, isInternal: value.type !== 'customer' } },
      { onSuccess: () => onChange(emptyComment) },
    );
  }

  const error = missing ? 'Please enter a comment' : add.error ? failureOf(add.error) : undefined;
  return (
    <Panel>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Comment" error={error}>
          <Textarea
            value={value.content}
            maxLength={2000}
            placeholder="What happened, and what comes next?"
            onChange={(event) => {
              setMissing(false);
              onChange({ ...value, content: event.target.value });
            }}
            onKeyDown={onCtrlEnter(submit)}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Select
            aria-label="Comment type"
            value={value.type}
            options={types}
            className="w-36"
            onChange={(event) => {
              const type = types.find((one) => one.value === event.target.value);
              if (type) onChange({ ...value, type: type.value });
            }}
          />
          <CheckField
            label="Important"
            checked={value.isImportant}
            onChange={(event) => onChange({ ...value, isImportant: event.target.checked })}
          />
          <div className="ml-auto flex flex-wrap gap-2">
            <Tooltip label="Pick what the call came to" keys={keysOf('comment')}>
              <Button icon={ListChecks} onClick={onStructured}>
                Structured
              </Button>
            </Tooltip>
            <Tooltip label="Add Comment" keys="Ctrl Enter">
              <Button type="submit" variant="primary" busy={add.isPending}>
                Add Comment
              </Button>
            </Tooltip>
          </div>
        </div>
      </form>
    </Panel>
  );
}

function failureOf(error: Error): string {
  const onField = fieldErrorsOf(error)['content'];
  if (onField) return onField;
  const silent = error instanceof CallError && error.failure.kind === 'refused' && !error.failure.message;
  return silent ? 'Failed to add comment' : errorText(error);
}
