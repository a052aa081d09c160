import { looksSecret } from '@crm/events/postbacks/secrets.ts';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Input } from '../../ui/Input.tsx';
import { postbackTexts } from '../texts.ts';
import { Row, Rows } from './Rows.tsx';
import { TemplateInput } from './TemplateInput.tsx';
import { keepsSecret, type PostbackValues } from './values.ts';

export function HeaderRows() {
  const { register, formState, control } = useFormContext<PostbackValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'headers' });
  const rows = useWatch({ control, name: 'headers' });
  const errors = formState.errors.headers;
  return (
    <Rows
      title={postbackTexts.form.headers.title}
      hint={postbackTexts.form.headers.hint}
      addLabel={postbackTexts.form.headers.add}
      onAdd={() => append({ key: '', value: '', isSecret: false })}
      error={errors?.root?.message ?? errors?.message}
    >
      {fields.map((field, at) => {
        const key = rows[at]?.key ?? '';
        return (
          <Row
            key={field.id}
            name={postbackTexts.form.headers.row(at + 1)}
            onRemove={() => remove(at)}
            errors={[errors?.[at]?.key?.message, errors?.[at]?.value?.message]}
          >
            <Input
              {...register(`headers.${at}.key`)}
              aria-label={postbackTexts.form.headers.nameLabel(at + 1)}
              aria-invalid={errors?.[at]?.key !== undefined}
              placeholder={postbackTexts.form.headers.name}
              autoComplete="off"
              spellCheck={false}
              className="max-w-48 font-mono text-sm max-md:max-w-none"
            />
            <TemplateInput
              name={`headers.${at}.value`}
              label={postbackTexts.form.headers.valueLabel(at + 1)}
              aria-invalid={errors?.[at]?.value !== undefined}
              placeholder={
                keepsSecret(field, key)
                  ? postbackTexts.form.headers.keepSecret
                  : postbackTexts.form.headers.value
              }
              {...(looksSecret(key) && { type: 'password' })}
            />
          </Row>
        );
      })}
    </Rows>
  );
}
