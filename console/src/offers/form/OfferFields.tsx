import { currencies } from '@crm/events/language/money.ts';
import { useFormContext } from 'react-hook-form';
import { CheckField } from '../../ui/CheckField.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { categoryOptions } from '../labels.ts';
import type { OfferValues } from './values.ts';

const currencyOptions = currencies.map((value) => ({ value, label: value }));

export function OfferFields() {
  const { register, formState } = useFormContext<OfferValues>();
  const { errors } = formState;
  return (
    <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
      <Panel title="Offer">
        <div className="flex flex-col gap-3">
          <Field label="Offer Name" required error={errors.name?.message}>
            <Input {...register('name')} autoComplete="off" dir="auto" />
          </Field>
          <Field label="Category" required error={errors.category?.message}>
            <Select
              {...register('category')}
              options={[{ value: '', label: 'Select a category' }, ...categoryOptions]}
            />
          </Field>
          <CheckField
            label="Active"
            hint="Only active offers can be picked for a lead and take leads from partners."
            {...register('isActive')}
          />
        </div>
      </Panel>
      <Panel title="Terms">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Price" required error={errors.price?.message}>
            <Input {...register('price')} inputMode="decimal" autoComplete="off" placeholder="0.00" />
          </Field>
          <Field label="Currency" required error={errors.currency?.message}>
            <Select {...register('currency')} options={currencyOptions} />
          </Field>
          <Field
            label="Stock Quantity"
            error={errors.stockQuantity?.message}
            hint="Leave blank for unlimited stock."
          >
            <Input
              {...register('stockQuantity')}
              inputMode="numeric"
              autoComplete="off"
              placeholder="Unlimited"
            />
          </Field>
        </div>
      </Panel>
    </div>
  );
}
