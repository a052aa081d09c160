import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ErrorLine } from './Rows.tsx';
import { TemplateInput } from './TemplateInput.tsx';
import type { PostbackValues } from './values.ts';

const formats = [
  { value: 'default', label: 'Parameters' },
  { value: 'json', label: 'JSON template' },
  { value: 'form', label: 'Form template' },
] as const;

const hints = {
  json: 'Without quotes, {{total}} becomes a JSON value of its own; within quotes, its text.',
  form: 'Values are percent-encoded: order={{orderId}}&sum={{total}}',
};
const examples = {
  json: '{\n  "order": {{orderId}},\n  "status": {{status}},\n  "payout": {{total}}\n}',
  form: 'order={{orderId}}&status={{status}}&payout={{total}}',
};

/** The body of a POST: its parameters or a custom template. */
export function BodyFields() {
  const { control, formState } = useFormContext<PostbackValues>();
  const [method, format] = useWatch({ control, name: ['method', 'bodyTemplate.format'] });
  const errors = formState.errors.bodyTemplate;
  if (method === 'GET') return null;
  return (
    <div className="flex flex-col gap-2">
      <span className="text-sm font-medium">Body</span>
      <Controller
        control={control}
        name="bodyTemplate.format"
        render={({ field }) => (
          <Segmented
            label="Body"
            options={formats}
            value={field.value}
            onChange={field.onChange}
            className="self-start max-md:self-stretch"
          />
        )}
      />
      {format !== 'default' && (
        <Field label="Body template" required error={errors?.template?.message} hint={hints[format]}>
          <TemplateInput
            name="bodyTemplate.template"
            label="Body template"
            lines={8}
            placeholder={examples[format]}
          />
        </Field>
      )}
      {errors?.message && <ErrorLine text={errors.message} />}
    </div>
  );
}
