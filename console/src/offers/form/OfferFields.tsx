import { currencies } from '@crm/events/language/money.ts';
import { useFormContext } from 'react-hook-form';
import { PriceFields } from '../../form/PriceFields.tsx';
import { CheckField } from '../../ui/CheckField.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { categoryOptions } from '../labels.ts';
import { offerTexts } from '../texts.ts';
import type { OfferValues } from './values.ts';

const texts = offerTexts.form;

export function OfferFields() {
  const { register, formState } = useFormContext<OfferValues>();
  const { errors } = formState;
  return (
    <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
      <Panel title={texts.offer}>
        <div className="flex flex-col gap-3">
          <Field label={texts.name} required error={errors.name?.message}>
            <Input {...register('name')} autoComplete="off" dir="auto" />
          </Field>
          <Field label={texts.category} required error={errors.category?.message}>
            <Select
              {...register('category')}
              options={[{ value: '', label: texts.noCategory }, ...categoryOptions]}
            />
          </Field>
          <CheckField label={texts.active} hint={texts.activeHint} {...register('isActive')} />
        </div>
      </Panel>
      <Panel title={texts.terms}>
        <div className="grid gap-3 sm:grid-cols-2">
          <PriceFields texts={texts} currencies={currencies} register={register} errors={errors} />
          <Field label={texts.stock} error={errors.stockQuantity?.message} hint={texts.stockHint}>
            <Input
              {...register('stockQuantity')}
              inputMode="numeric"
              autoComplete="off"
              placeholder={texts.unlimitedStock}
            />
          </Field>
        </div>
      </Panel>
    </div>
  );
}
