import type { Lead } from '@crm/contracts/leads/lead.ts';
import type * as offersContract from '@crm/contracts/offers/offers.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { address } from '../../api/address.ts';
import { read } from '../../api/read.ts';
import { amountText } from '../../format/money.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { leadFormTexts } from '../texts/form.ts';
import type { LeadValues } from './values.ts';

const texts = leadFormTexts.product;

const activeOffers = address<typeof offersContract.activeOffers>('GET', '/offers/active');
const offersToPick = read(activeOffers, {}, { topics: ['offers'], pace: 'aggregate' });

/** 'Custom Product' or an active offer, which fills in its name and price. */
export function OfferPicker({ current }: { current: Lead['offer'] }) {
  const { register, setValue, getFieldState, formState } = useFormContext<LeadValues>();
  const query = useQuery(offersToPick);
  const offers = query.data?.data ?? [];
  // The lead's own offer may be inactive by now, or the list is still loading.
  const listed = current === null || offers.some(({ _id }) => _id === current._id);
  const error = getFieldState('offer', formState).error?.message;

  function fillIn(id: string) {
    const offer = offers.find(({ _id }) => _id === id);
    if (!offer) return;
    const options = { shouldDirty: true, shouldValidate: true } as const;
    setValue('productName', offer.name, options);
    setValue('price', amountText(offer.currentPrice), options);
    setValue('currency', offer.currency, options);
  }

  return (
    <Field
      label={texts.offer}
      error={error}
      hint={query.isError && !query.data ? texts.offersFailed : undefined}
    >
      <Select
        options={[
          { value: '', label: texts.customProduct },
          ...(listed ? [] : [{ value: current._id, label: current.name }]),
          ...offers.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
        {...register('offer', {
          onChange: (event: { target: { value: string } }) => fillIn(event.target.value),
        })}
      />
    </Field>
  );
}
