import clsx from 'clsx';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { RefCallBack } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { type Option, Select } from '../../ui/Select.tsx';
import { postbackTexts } from '../texts.ts';
import { firstMessage, isWrong, type ListErrors } from './listErrors.ts';

type ListFieldProps = {
  label: string;
  hint: string;
  errors: ListErrors;
  /** The list in the form; its control is focused when the list is wrong. */
  field: { value: readonly string[]; onChange: (values: string[]) => void; ref: RefCallBack };
  /** The label of a value; default: the value itself. */
  nameOf?: (value: string) => string;
  /** Below the control. */
  children?: ReactNode;
} & (
  | { kind: 'pick'; options: readonly Option[] }
  /** `read` converts typed text into a value. */
  | { kind: 'type'; read: (text: string) => string; suggestions: readonly Option[] }
);

/** A list of values as removable chips; users pick or type new ones. */
export function ListField(props: ListFieldProps) {
  const { label, hint, errors, nameOf = (value) => value } = props;
  const { value: values, onChange, ref } = props.field;
  const add = (added: readonly string[]) => {
    const fresh = [...new Set(added)].filter((value) => value !== '' && !values.includes(value));
    if (fresh.length > 0) onChange([...values, ...fresh]);
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Field label={label} hint={hint} error={firstMessage(errors)}>
        {props.kind === 'pick' ? (
          <Select
            ref={ref}
            value=""
            onChange={(event) => add([event.target.value])}
            options={[
              { value: '', label: postbackTexts.form.filters.add },
              ...props.options.filter(({ value }) => !values.includes(value)),
            ]}
          />
        ) : (
          <TypedValue ref={ref} read={props.read} suggestions={props.suggestions} onAdd={add} />
        )}
      </Field>
      {props.children}
      {values.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1">
          {values.map((value, at) => (
            <li
              key={value}
              className={clsx(
                'flex max-w-full items-center gap-1 rounded-ui border bg-sunken pl-2 text-sm',
                isWrong(errors, at) && 'border-bad text-bad',
              )}
            >
              <span className="min-w-0 py-1 wrap-anywhere" dir="auto">
                {nameOf(value)}
              </span>
              <button
                type="button"
                aria-label={postbackTexts.form.filters.remove(nameOf(value))}
                onClick={() => onChange(values.filter((each) => each !== value))}
                className="flex min-h-6.5 min-w-6.5 shrink-0 items-center justify-center self-stretch rounded-ui text-muted hover:text-ink max-md:min-h-11 max-md:min-w-11"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type TypedValueProps = {
  ref: RefCallBack;
  read: (text: string) => string;
  suggestions: readonly Option[];
  onAdd: (values: string[]) => void;
};

/** Enter, a comma or leaving the field adds the typed text, so that it is never lost. */
function TypedValue({ read, suggestions, onAdd, ...rest }: TypedValueProps) {
  const [text, setText] = useState('');
  const known = useId();

  function add() {
    onAdd(text.split(',').map((part) => read(part.trim())));
    setText('');
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key !== 'Enter' && (event.key !== ',' || isCommand)) return;
    add();
    // Ctrl Enter reaches the form, which sends the added text, too.
    if (isCommand) return;
    event.preventDefault();
    event.currentTarget.focus();
  }

  return (
    <>
      <Input
        // With the id and the ARIA attributes that Field adds.
        {...rest}
        value={text}
        list={known}
        autoComplete="off"
        placeholder={postbackTexts.form.filters.type}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
      <datalist id={known}>
        {suggestions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  );
}
