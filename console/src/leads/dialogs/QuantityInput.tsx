import { Input } from '../../ui/Input.tsx';
import { clamp } from './bulk.ts';

type QuantityInputProps = {
  /** Null while the input is empty. */
  value: number | null;
  most: number;
  onChange: (quantity: number | null) => void;
  // Set by Field.
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
};

/** A whole number from 1 to `most`; other values are clamped to this range. */
export function QuantityInput({ value, most, onChange, ...wired }: QuantityInputProps) {
  return (
    <Input
      {...wired}
      type="number"
      inputMode="numeric"
      min={1}
      max={most}
      value={value ?? ''}
      onChange={(event) => {
        const typed = event.target.value;
        onChange(typed === '' ? null : clamp(Number(typed), most));
      }}
    />
  );
}
