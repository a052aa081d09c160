import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { PostbackValues } from './values.ts';

/** The timeout and the retries. */
export function DeliveryFields() {
  const { register, formState } = useFormContext<PostbackValues>();
  const { errors } = formState;
  return (
    <Panel title="Delivery">
      <div className="grid gap-3 sm:grid-cols-3">
        <Field
          label="Timeout (ms)"
          required
          error={errors.timeout?.message}
          hint="1000 to 60000, in steps of 1000"
        >
          <Input {...register('timeout')} type="number" step={1000} />
        </Field>
        <Field label="Max retries" required error={errors.maxRetries?.message} hint="0 to 10">
          <Input {...register('maxRetries')} type="number" />
        </Field>
        <Field
          label="Retry delay (ms)"
          required
          error={errors.retryDelay?.message}
          hint="1000 to 60000, between attempts"
        >
          <Input {...register('retryDelay')} type="number" />
        </Field>
      </div>
    </Panel>
  );
}
