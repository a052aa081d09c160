import { useFormContext } from 'react-hook-form';
import { Panel } from '../../ui/Panel.tsx';
import { countries, countryName } from '../countries.ts';
import { SelectField, TextField } from './fields.tsx';
import type { LeadValues } from './values.ts';

export function AddressFields() {
  const { formState } = useFormContext<LeadValues>();
  const own = formState.defaultValues?.country ?? '';
  const codes = new Set([...countries, ...(own === '' ? [] : [own])]);
  const options = [
    { value: '', label: 'No country' },
    ...[...codes].map((value) => ({ value, label: countryName(value) })),
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
