import { NewPage } from '../../pages/NewPage.tsx';
import { offers } from '../resource.ts';
import { useOwnCurrency } from '../useOwnCurrency.ts';
import { OfferFields } from './OfferFields.tsx';
import { offerForm } from './values.ts';

/** /offers/new */
export function NewOfferPage() {
  const currency = useOwnCurrency();
  return (
    <NewPage of={offers} form={offerForm} defaults={{ currency }}>
      <OfferFields />
    </NewPage>
  );
}
