import { useQuery } from '@tanstack/react-query';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { CheckField } from '../../ui/CheckField.tsx';
import { Input } from '../../ui/Input.tsx';
import { placeholderValues } from '../queries.ts';
import { postbackTexts } from '../texts.ts';
import { PlaceholderPicker } from './PlaceholderPicker.tsx';
import { Row, Rows } from './Rows.tsx';
import type { PostbackValues } from './values.ts';

/** The name of a placeholder. */
const EXAMPLE = 'orderId';

export function ParameterRows() {
  const { control, formState } = useFormContext<PostbackValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'parameters' });
  const errors = formState.errors.parameters;
  return (
    <Rows
      title={postbackTexts.form.parameters.title}
      hint={<WhereTheyGo />}
      addLabel={postbackTexts.form.parameters.add}
      onAdd={() => append({ key: '', value: '', isPlaceholder: true })}
      error={errors?.root?.message ?? errors?.message}
    >
      {fields.map((field, at) => (
        <Row
          key={field.id}
          name={postbackTexts.form.parameters.row(at + 1)}
          onRemove={() => remove(at)}
          errors={[errors?.[at]?.key?.message, errors?.[at]?.value?.message]}
        >
          <ParameterInputs at={at} />
        </Row>
      ))}
    </Rows>
  );
}

function WhereTheyGo() {
  const { control } = useFormContext<PostbackValues>();
  const [method, format] = useWatch({ control, name: ['method', 'bodyTemplate.format'] });
  if (method === 'GET') return postbackTexts.form.parameters.inQuery;
  if (format !== 'default') return postbackTexts.form.parameters.besideBody;
  return postbackTexts.form.parameters.asBody;
}

function ParameterInputs({ at }: { at: number }) {
  const { register, control, setValue, setFocus, formState } = useFormContext<PostbackValues>();
  const { value, isPlaceholder } = useWatch({ control, name: `parameters.${at}` });
  const errors = formState.errors.parameters?.[at];
  return (
    <>
      <Input
        {...register(`parameters.${at}.key`)}
        aria-label={postbackTexts.form.parameters.nameLabel(at + 1)}
        aria-invalid={errors?.key !== undefined}
        placeholder={postbackTexts.form.parameters.name}
        autoComplete="off"
        spellCheck={false}
        className="max-w-48 font-mono text-sm max-md:max-w-none"
      />
      <div className="flex min-w-0 flex-1 items-center gap-1 max-md:basis-full">
        <Input
          {...register(`parameters.${at}.value`)}
          aria-label={postbackTexts.form.parameters.valueLabel(at + 1)}
          aria-invalid={errors?.value !== undefined}
          placeholder={isPlaceholder ? EXAMPLE : postbackTexts.form.parameters.value}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-sm"
        />
        <PlaceholderPicker
          into={postbackTexts.form.parameters.label(at + 1)}
          onPick={(picked) => {
            const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
            setValue(`parameters.${at}.value`, picked, options);
            setValue(`parameters.${at}.isPlaceholder`, true, options);
          }}
          onClosed={() => setFocus(`parameters.${at}.value`)}
        />
      </div>
      <CheckField
        label={postbackTexts.form.parameters.isPlaceholder}
        {...register(`parameters.${at}.isPlaceholder`)}
      />
      {isPlaceholder && <LastValue name={value} />}
    </>
  );
}

/** The value that this placeholder has for the latest real lead. */
function LastValue({ name }: { name: string }) {
  const known = useQuery(placeholderValues).data?.data.placeholders.find((each) => each.name === name);
  if (!known) return null;
  return (
    <p className="basis-full truncate text-xs text-muted">
      {postbackTexts.form.parameters.lastLead}{' '}
      <span dir="auto">{known.value || postbackTexts.form.parameters.noValue}</span>
    </p>
  );
}
