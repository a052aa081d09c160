import { createOffer, type Offer, updateOffer } from '@crm/contracts/offers/offers.ts';
import type { Currency } from '@crm/events/language/money.ts';
import type { OfferCategory } from '@crm/events/offers/categories.ts';
import { changed } from '../../form/changed.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { amountText } from '../../format/money.ts';
import type { ResourceForm } from '../../pages/resource.ts';
import { paths } from '../../paths.ts';
import { offerTexts } from '../texts.ts';

/** The form's values: text as typed, blank for a missing value. */
export type OfferValues = {
  name: string;
  category: OfferCategory | '';
  price: string;
  currency: Currency;
  /** Blank means unlimited. */
  stockQuantity: string;
  isActive: boolean;
};

const blank: OfferValues = {
  name: '',
  category: '',
  price: '',
  currency: 'USD',
  stockQuantity: '',
  isActive: true,
};

function valuesOf(offer: Offer): OfferValues {
  return {
    name: offer.name,
    category: offer.category,
    price: amountText(offer.price),
    currency: offer.currency,
    stockQuantity: offer.stockQuantity === null ? '' : String(offer.stockQuantity),
    isActive: offer.isActive,
  };
}

export const offerForm: ResourceForm<Offer, OfferValues, typeof createOffer, typeof updateOffer> = {
  create: createOffer,
  created: ({ offer }) => paths.offers.one(offer._id),
  update: updateOffer,
  blank,
  valuesOf,
  checkNew: checkedBy(createOffer.body, (values: OfferValues) => values),
  checkEdit: (before) => checkedBy(updateOffer.body, (values: OfferValues) => changed(before, values)),
  failure: offerTexts.form.failed,
};
