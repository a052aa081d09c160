import { connections } from '@crm/events/leads/connection.ts';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { type CommentDraft, CUSTOM, textOf } from './commentDraft.ts';

type StructuredCommentProps = { draft: CommentDraft; onChange: (draft: CommentDraft) => void };

export function StructuredComment({ draft, onChange }: StructuredCommentProps) {
  const connection = connections.find(({ value }) => value === draft.connection);
  const preview = textOf(draft);
  return (
    <>
      <Field label="Connection Status" required>
        <Select
          autoFocus
          value={draft.connection}
          onChange={(event) => {
            const chosen = connections.find(({ value }) => value === event.target.value);
            onChange({ ...draft, connection: chosen?.value ?? '', reason: '' });
          }}
          options={[
            { value: '', label: 'Select connection status' },
            { value: 'not-connected', label: 'Not Connected' },
            { value: 'connected', label: 'Connected' },
          ]}
        />
      </Field>
      {connection && (
        <Field label="Reason" required>
          <Select
            value={draft.reason}
            onChange={(event) => onChange({ ...draft, reason: event.target.value })}
            options={[
              { value: '', label: 'Select reason' },
              ...[...connection.reasons, CUSTOM].map((reason) => ({ value: reason, label: reason })),
            ]}
          />
        </Field>
      )}
      {connection && draft.reason === CUSTOM && (
        <Field label="Custom Reason" required>
          <Input
            autoFocus
            maxLength={500}
            value={draft.custom}
            onChange={(event) => onChange({ ...draft, custom: event.target.value })}
          />
        </Field>
      )}
      {preview && (
        <p className="rounded-ui bg-sunken px-3 py-2 text-sm">
          <span className="text-muted">Preview: </span>
          <output dir="auto">{preview}</output>
        </p>
      )}
    </>
  );
}
