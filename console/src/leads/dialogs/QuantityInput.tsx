import type { RefCallBack } from 'react-hook-form';
import { Input } from '../../ui/Input.tsx';
import { clamp } from './bulk.ts';

type QuantityInputProps = {
  /** The quantity in the form; null while the input is empty. */
  field: { value: number | null; onChange: (quantity: number | null) => void; ref: RefCallBack };
  most: number;
  // Set by Field.
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
};

/** A whole number from 1 to `most`; other values are clamped to this range. */
export function QuantityInput({ field: { value, onChange, ref }, most, ...wired }: QuantityInputProps) {
  return (
    <Input
      {...wired}
      ref={ref}
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
