import { useFormContext } from 'react-hook-form';
import { Panel } from '../../ui/Panel.tsx';
import { SelectField, TextField } from './fields.tsx';
import type { LeadValues } from './values.ts';

/** Spec 9. A lead that came from elsewhere keeps its own. */
const countries = [
  { value: 'US', label: 'United States' },
  { value: 'IN', label: 'India' },
  { value: 'GB', label: 'United Kingdom' },
  { value: 'CA', label: 'Canada' },
  { value: 'AU', label: 'Australia' },
];

export function AddressFields() {
  const { formState } = useFormContext<LeadValues>();
  const own = formState.defaultValues?.country ?? '';
  const known = own === '' || countries.some(({ value }) => value === own);
  const options = [
    { value: '', label: 'No country' },
    ...countries,
    ...(known ? [] : [{ value: own, label: countryName(own) }]),
  ];
  return (
    <Panel title="Address">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="address" label="Address" className="sm:col-span-2" />
        <TextField name="address2" label="Address 2" className="sm:col-span-2" />
        <TextField name="landmark" label="Landmark" />
        <TextField name="area" label="Area" />
        <TextField name="postOffice" label="Post Office" />
        <TextField name="district" label="District" />
        <TextField name="nearBy" label="Near By" />
        <TextField name="city" label="City" />
        <TextField name="state" label="State" />
        <TextField name="postIndex" label="Postal Code" />
        <SelectField name="country" label="Country" options={options} />
      </div>
    </Panel>
  );
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

function countryName(code: string): string {
  // Codes come from partners; what is no region code is shown as it is.
  return /^[A-Za-z]{2}$/.test(code) ? (names.of(code.toUpperCase()) ?? code) : code;
}
