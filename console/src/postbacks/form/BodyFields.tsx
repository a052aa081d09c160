import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { postbackTexts } from '../texts.ts';
import { ErrorLine } from './Rows.tsx';
import { TemplateInput } from './TemplateInput.tsx';
import type { PostbackValues } from './values.ts';

const formats = [
  { value: 'default', label: postbackTexts.form.body.formats.default },
  { value: 'json', label: postbackTexts.form.body.formats.json },
  { value: 'form', label: postbackTexts.form.body.formats.form },
] as const;

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
      <span className="text-sm font-medium">{postbackTexts.form.body.title}</span>
      <Controller
        control={control}
        name="bodyTemplate.format"
        render={({ field }) => (
          <Segmented
            label={postbackTexts.form.body.title}
            options={formats}
            value={field.value}
            onChange={field.onChange}
            className="self-start max-md:self-stretch"
          />
        )}
      />
      {format !== 'default' && (
        <Field
          label={postbackTexts.form.body.template}
          required
          error={errors?.template?.message}
          hint={postbackTexts.form.body.hints[format]}
        >
          <TemplateInput
            name="bodyTemplate.template"
            label={postbackTexts.form.body.template}
            lines={8}
            placeholder={examples[format]}
          />
        </Field>
      )}
      {errors?.message && <ErrorLine text={errors.message} />}
    </div>
  );
}
