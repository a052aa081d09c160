import { looksSecret } from '@crm/events/postbacks/secrets.ts';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Input } from '../../ui/Input.tsx';
import { Row, Rows } from './Rows.tsx';
import { TemplateInput } from './TemplateInput.tsx';
import type { PostbackValues } from './values.ts';

export function HeaderRows() {
  const { register, formState, control } = useFormContext<PostbackValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'headers' });
  const rows = useWatch({ control, name: 'headers' });
  const errors = formState.errors.headers;
  return (
    <Rows
      title="Headers"
      hint="Values can contain placeholders in double braces: {{orderId}}. Values of headers that look secret are stored encrypted and never shown."
      addLabel="Add Header"
      onAdd={() => append({ key: '', value: '', isSecret: false })}
      error={errors?.root?.message ?? errors?.message}
    >
      {fields.map((field, at) => {
        const secret = looksSecret(rows[at]?.key ?? '');
        return (
          <Row
            key={field.id}
            name={`header ${at + 1}`}
            onRemove={() => remove(at)}
            errors={[errors?.[at]?.key?.message, errors?.[at]?.value?.message]}
          >
            <Input
              {...register(`headers.${at}.key`)}
              aria-label={`Header ${at + 1} name`}
              aria-invalid={errors?.[at]?.key !== undefined}
              placeholder="Name"
              autoComplete="off"
              spellCheck={false}
              className="max-w-48 font-mono text-sm max-md:max-w-none"
            />
            <TemplateInput
              name={`headers.${at}.value`}
              label={`Header ${at + 1} value`}
              aria-invalid={errors?.[at]?.value !== undefined}
              placeholder={field.isSecret && secret ? 'Set. Leave blank to keep it.' : 'Value'}
              {...(secret && { type: 'password' })}
            />
          </Row>
        );
      })}
    </Rows>
  );
}
