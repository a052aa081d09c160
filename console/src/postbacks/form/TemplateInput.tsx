import { useRef } from 'react';
import { type FieldPathByValue, useFormContext } from 'react-hook-form';
import { Input } from '../../ui/Input.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { PlaceholderPicker } from './PlaceholderPicker.tsx';
import type { PostbackValues } from './values.ts';

type TemplateInputProps = {
  name: FieldPathByValue<PostbackValues, string>;
  /** The accessible label without a Field, and the label of its picker. */
  label: string;
  lines?: number;
  placeholder?: string;
  type?: 'password';
  // Set by Field.
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
};

/** A text with placeholders in double braces; its picker inserts them at the caret. */
export function TemplateInput({ name, label, lines, ...wired }: TemplateInputProps) {
  const { register, setValue } = useFormContext<PostbackValues>();
  const { ref, ...field } = register(name);
  const control = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const props = {
    ...wired,
    ...field,
    ...(!wired.id && { 'aria-label': label }),
    autoComplete: wired.type === 'password' ? 'new-password' : 'off',
    spellCheck: false,
    className: 'font-mono text-sm',
    ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      ref(element);
      control.current = element;
    },
  };

  function insert(placeholder: string) {
    const element = control.current;
    if (!element) return;
    const { value, selectionStart, selectionEnd } = element;
    element.setRangeText(
      `{{${placeholder}}}`,
      selectionStart ?? value.length,
      selectionEnd ?? value.length,
      'end',
    );
    setValue(name, element.value, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <div className="flex min-w-0 flex-1 items-start gap-1">
      {lines === undefined ? <Input {...props} /> : <Textarea {...props} rows={lines} />}
      <PlaceholderPicker into={label} onPick={insert} onClosed={() => control.current?.focus()} />
    </div>
  );
}
