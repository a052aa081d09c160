import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Input } from '../../ui/Input.tsx';
import { type Option, Select } from '../../ui/Select.tsx';
import { postbackTexts } from '../texts.ts';
import { ErrorLine } from './Rows.tsx';

type ListFieldProps = {
  label: string;
  hint: string;
  error?: string | undefined;
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** The label of a value; default: the value itself. */
  nameOf?: (value: string) => string;
} & (
  | { kind: 'pick'; options: readonly Option[] }
  /** `read` converts typed text into a value. */
  | { kind: 'type'; read: (text: string) => string; suggestions: readonly Option[] }
);

/** A list of values as removable chips; users pick or type new ones. */
export function ListField(props: ListFieldProps) {
  const { label, hint, error, values, onChange, nameOf = (value) => value } = props;
  const id = useId();
  const add = (added: readonly string[]) => {
    const fresh = [...new Set(added)].filter((value) => value !== '' && !values.includes(value));
    if (fresh.length > 0) onChange([...values, ...fresh]);
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {props.kind === 'pick' ? (
        <Select
          id={id}
          value=""
          onChange={(event) => add([event.target.value])}
          options={[
            { value: '', label: postbackTexts.form.filters.add },
            ...props.options.filter(({ value }) => !values.includes(value)),
          ]}
        />
      ) : (
        <TypedValue id={id} read={props.read} suggestions={props.suggestions} onAdd={add} />
      )}
      <p className="text-xs text-muted">{hint}</p>
      {values.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1">
          {values.map((value) => (
            <li
              key={value}
              className="flex max-w-full items-center gap-1 rounded-ui border bg-sunken pl-2 text-sm"
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
      {error && <ErrorLine text={error} />}
    </div>
  );
}

type TypedValueProps = {
  id: string;
  read: (text: string) => string;
  suggestions: readonly Option[];
  onAdd: (values: string[]) => void;
};

/** Enter, a comma or leaving the field adds the typed text, so that it is never lost. */
function TypedValue({ id, read, suggestions, onAdd }: TypedValueProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);

  function add() {
    onAdd(text.split(',').map((part) => read(part.trim())));
    setText('');
  }

  function onKeyDown(event: KeyboardEvent) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key !== 'Enter' && (event.key !== ',' || isCommand)) return;
    add();
    // Ctrl Enter reaches the form, which sends the added text, too.
    if (isCommand) return;
    event.preventDefault();
    input.current?.focus();
  }

  return (
    <>
      <Input
        id={id}
        ref={input}
        value={text}
        list={`${id}-known`}
        autoComplete="off"
        placeholder={postbackTexts.form.filters.type}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
      <datalist id={`${id}-known`}>
        {suggestions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  );
}
