import type { Lead } from '@crm/contracts/leads/lead.ts';
import type * as offersContract from '@crm/contracts/offers/offers.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { address } from '../../api/address.ts';
import { read } from '../../api/read.ts';
import { amountText } from '../../format/money.ts';
import { withCurrent } from '../../pages/list/choices.ts';
import { FailedChoices } from '../../pages/list/FailedChoices.tsx';
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
  const offers = query.data?.data;
  const error = getFieldState('offer', formState).error?.message;

  function fillIn(id: string) {
    const offer = offers?.find(({ _id }) => _id === id);
    if (!offer) return;
    const options = { shouldDirty: true, shouldValidate: true } as const;
    setValue('productName', offer.name, options);
    setValue('price', amountText(offer.currentPrice), options);
    setValue('currency', offer.currency, options);
  }

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Field label={texts.offer} error={error}>
        <Select
          options={[
            { value: '', label: texts.customProduct },
            // The lead's own offer may be inactive by now, or the list is still loading.
            ...withCurrent(
              offers?.map(({ _id, name }) => ({ _id, label: name })),
              current?._id ?? '',
              [''],
              current?.name,
            ),
          ]}
          {...register('offer', {
            onChange: (event: { target: { value: string } }) => fillIn(event.target.value),
          })}
        />
      </Field>
      <FailedChoices of={{ [texts.offer]: query }} />
    </div>
  );
}
