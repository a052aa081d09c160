import { EditPage } from '../../pages/EditPage.tsx';
import { offers } from '../resource.ts';
import { OfferFields } from './OfferFields.tsx';
import { offerForm } from './values.ts';

/** /offers/:id/edit */
export function EditOfferPage() {
  return (
    <EditPage of={offers} form={offerForm}>
      {() => <OfferFields />}
    </EditPage>
  );
}
