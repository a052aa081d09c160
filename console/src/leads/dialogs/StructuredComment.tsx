import { connections } from '@crm/events/leads/connection.ts';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { type CommentDraft, CUSTOM, textOf } from './commentDraft.ts';

const texts = leadDialogTexts.comment;

export function StructuredComment() {
  const { register, watch, setValue, formState } = useFormContext<CommentDraft>();
  const draft = watch();
  const connection = connections.find(({ value }) => value === draft.connection);
  const preview = textOf(draft);
  return (
    <>
      <Field label={texts.connection} required>
        <Select
          {...register('connection', { onChange: () => setValue('reason', '') })}
          autoFocus
          options={[
            { value: '', label: texts.selectConnection },
            { value: 'not-connected', label: texts.connections['not-connected'] },
            { value: 'connected', label: texts.connections.connected },
          ]}
        />
      </Field>
      {connection && (
        <Field label={texts.reason} required>
          <Select
            {...register('reason')}
            options={[
              { value: '', label: texts.selectReason },
              ...connection.reasons.map((reason) => ({ value: reason, label: reason })),
              { value: CUSTOM, label: texts.customReason },
            ]}
          />
        </Field>
      )}
      {connection && draft.reason === CUSTOM && (
        <Field label={texts.customReason} required error={formState.errors.content?.message}>
          <Input {...register('custom')} autoFocus />
        </Field>
      )}
      {preview && (
        <p className="rounded-ui bg-sunken px-3 py-2 text-sm">
          <span className="text-muted">{`${texts.preview} `}</span>
          <output dir="auto">{preview}</output>
        </p>
      )}
    </>
  );
}
