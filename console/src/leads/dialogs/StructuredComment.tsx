import { connections } from '@crm/events/leads/connection.ts';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { type CommentDraft, CUSTOM, textOf } from './commentDraft.ts';

export function StructuredComment() {
  const { register, watch, setValue, formState } = useFormContext<CommentDraft>();
  const draft = watch();
  const connection = connections.find(({ value }) => value === draft.connection);
  const preview = textOf(draft);
  return (
    <>
      <Field label="Connection Status" required>
        <Select
          {...register('connection', { onChange: () => setValue('reason', '') })}
          autoFocus
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
            {...register('reason')}
            options={[
              { value: '', label: 'Select reason' },
              ...[...connection.reasons, CUSTOM].map((reason) => ({ value: reason, label: reason })),
            ]}
          />
        </Field>
      )}
      {connection && draft.reason === CUSTOM && (
        <Field label="Custom Reason" required error={formState.errors.content?.message}>
          <Input {...register('custom')} autoFocus />
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
