import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import type { PostbackValues } from './values.ts';

/** The partner's names for our statuses. */
export function StatusMapFields() {
  const { register, formState } = useFormContext<PostbackValues>();
  return (
    <Panel title="Status names">
      <p className="mb-3 text-muted">
        The partner’s name of each status, sent as <code className="font-mono text-sm">status</code> and{' '}
        <code className="font-mono text-sm">previousStatus</code>. Leave blank to send our name.
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
