import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { postbackTexts } from '../texts.ts';
import type { PostbackValues } from './values.ts';

/** The partner's names for our statuses. */
export function StatusMapFields() {
  const { register, formState } = useFormContext<PostbackValues>();
  return (
    <Panel title={postbackTexts.form.statusNames.title}>
      <p className="mb-3 text-muted">
        {postbackTexts.form.statusNames.hint(<Code name="status" />, <Code name="previousStatus" />)}
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        {leadStatuses.map((status) => (
          <Field
            key={status}
            label={capitalised(status)}
            error={formState.errors.statusMap?.[status]?.message}
          >
            <Input
              {...register(`statusMap.${status}`)}
              autoComplete="off"
              placeholder={status}
              className="font-mono text-sm"
            />
          </Field>
        ))}
      </div>
    </Panel>
  );
}

function Code({ name }: { name: string }) {
  return <code className="font-mono text-sm">{name}</code>;
}
