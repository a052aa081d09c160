import type { Offer } from '@crm/contracts/offers/offers.ts';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { useGoBack } from '../../url/useGoBack.ts';
import { useUpdateOffer } from '../commands.ts';
import { OfferGate } from '../detail/OfferGate.tsx';
import { OfferForm } from './OfferForm.tsx';
import { checkEdit, valuesOf } from './values.ts';

/** /offers/:id/edit */
export function EditOfferPage() {
  return <OfferGate editing>{(offer) => <EditOffer key={offer._id} offer={offer} />}</OfferGate>;
}

function EditOffer({ offer }: { offer: Offer }) {
  useTitle(`Edit ${offer.name}`);
  const goBack = useGoBack(paths.offers.one(offer._id));
  const update = useUpdateOffer();
  // The offer as first read: the edit sends only changed fields and keeps concurrent changes of the others.
  const [{ values, check }] = useState(() => {
    const read = valuesOf(offer);
    return { values: read, check: checkEdit(read) };
  });
  return (
    <Page>
      <PageHeader title={`Edit ${offer.name}`} />
      <OfferForm
        values={values}
        check={check}
        submitLabel="Update Offer"
        save={async (body) => {
          const { message } = await update({ params: { id: offer._id }, body });
          toast.success(message ?? 'Offer updated successfully');
          return goBack;
        }}
        onCancel={goBack}
      />
    </Page>
  );
}
