import { postbackMethods } from '@crm/events/postbacks/vocabulary.ts';
import { Controller, useFormContext } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { postbackTexts } from '../texts.ts';
import { BodyFields } from './BodyFields.tsx';
import { HeaderRows } from './HeaderRows.tsx';
import { ParameterRows } from './ParameterRows.tsx';
import { TemplateInput } from './TemplateInput.tsx';
import type { PostbackValues } from './values.ts';

const methods = postbackMethods.map((value) => ({ value, label: value }));

/** The method, URL, headers, parameters and body of the request. */
export function RequestFields({ urlHint }: { urlHint: string }) {
  const { control, formState } = useFormContext<PostbackValues>();
  return (
    <Panel title={postbackTexts.form.request.title}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start gap-3">
          <div className="flex flex-col gap-1">
            <span className="text-sm font-medium">{postbackTexts.form.request.method}</span>
            <Controller
              control={control}
              name="method"
              render={({ field }) => (
                <Segmented
                  label={postbackTexts.form.request.method}
                  options={methods}
                  value={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          </div>
          <Field
            label={postbackTexts.form.request.url}
            required
            error={formState.errors.url?.message}
            hint={postbackTexts.form.request.urlHint}
            className="min-w-64 flex-1"
          >
            <TemplateInput name="url" label={postbackTexts.form.request.url} placeholder={urlHint} />
          </Field>
        </div>
        <ParameterRows />
        <BodyFields />
        <HeaderRows />
      </div>
    </Panel>
  );
}
