import { NewPage } from '../../pages/NewPage.tsx';
import { offers } from '../resource.ts';
import { OfferFields } from './OfferFields.tsx';
import { offerForm } from './values.ts';

/** /offers/new */
export function NewOfferPage() {
  return (
    <NewPage of={offers} form={offerForm}>
      <OfferFields />
    </NewPage>
  );
}
