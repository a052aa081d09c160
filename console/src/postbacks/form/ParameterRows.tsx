import { useQuery } from '@tanstack/react-query';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { CheckField } from '../../ui/CheckField.tsx';
import { Input } from '../../ui/Input.tsx';
import { placeholderValues } from '../queries.ts';
import { PlaceholderPicker } from './PlaceholderPicker.tsx';
import { Row, Rows } from './Rows.tsx';
import type { PostbackValues } from './values.ts';

export function ParameterRows() {
  const { control, formState } = useFormContext<PostbackValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'parameters' });
  const errors = formState.errors.parameters;
  return (
    <Rows
      title="Parameters"
      hint={<WhereTheyGo />}
      addLabel="Add Parameter"
      onAdd={() => append({ key: '', value: '', isPlaceholder: true })}
      error={errors?.root?.message ?? errors?.message}
    >
      {fields.map((field, at) => (
        <Row
          key={field.id}
          name={`parameter ${at + 1}`}
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
  if (method === 'GET') return 'A GET sends them in the query.';
  if (format !== 'default') return 'With a body of its own, a POST sends them in the query.';
  return 'A POST sends them as a JSON object. Without any, the whole event and lead are sent.';
}

function ParameterInputs({ at }: { at: number }) {
  const { register, control, setValue, setFocus, formState } = useFormContext<PostbackValues>();
  const { value, isPlaceholder } = useWatch({ control, name: `parameters.${at}` });
  const errors = formState.errors.parameters?.[at];
  const name = `Parameter ${at + 1}`;
  return (
    <>
      <Input
        {...register(`parameters.${at}.key`)}
        aria-label={`${name} name`}
        aria-invalid={errors?.key !== undefined}
        placeholder="Name"
        autoComplete="off"
        spellCheck={false}
        className="max-w-48 font-mono text-sm max-md:max-w-none"
      />
      <div className="flex min-w-0 flex-1 items-center gap-1 max-md:basis-full">
        <Input
          {...register(`parameters.${at}.value`)}
          aria-label={`${name} value`}
          aria-invalid={errors?.value !== undefined}
          placeholder={isPlaceholder ? 'orderId' : 'Value'}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-sm"
        />
        <PlaceholderPicker
          into={name}
          onPick={(picked) => {
            const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
            setValue(`parameters.${at}.value`, picked, options);
            setValue(`parameters.${at}.isPlaceholder`, true, options);
          }}
          onClosed={() => setFocus(`parameters.${at}.value`)}
        />
      </div>
      <CheckField label="Placeholder" {...register(`parameters.${at}.isPlaceholder`)} />
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
      Last lead: <span dir="auto">{known.value || 'no value'}</span>
    </p>
  );
}
