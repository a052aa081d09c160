import { useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { postbackTexts } from '../texts.ts';
import type { PostbackValues } from './values.ts';

/** The timeout and the retries. */
export function DeliveryFields() {
  const { register, formState } = useFormContext<PostbackValues>();
  const { errors } = formState;
  return (
    <Panel title={postbackTexts.form.delivery.title}>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field
          label={postbackTexts.form.delivery.timeout}
          required
          error={errors.timeout?.message}
          hint={postbackTexts.form.delivery.timeoutHint}
        >
          <Input {...register('timeout')} type="number" step={1000} />
        </Field>
        <Field
          label={postbackTexts.form.delivery.retries}
          required
          error={errors.maxRetries?.message}
          hint={postbackTexts.form.delivery.retriesHint}
        >
          <Input {...register('maxRetries')} type="number" />
        </Field>
        <Field
          label={postbackTexts.form.delivery.delay}
          required
          error={errors.retryDelay?.message}
          hint={postbackTexts.form.delivery.delayHint}
        >
          <Input {...register('retryDelay')} type="number" />
        </Field>
      </div>
    </Panel>
  );
}
