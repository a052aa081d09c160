import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { useGoBack } from '../../url/useGoBack.ts';
import { useCreateOffer } from '../commands.ts';
import { OfferForm } from './OfferForm.tsx';
import { checkNew, newOffer } from './values.ts';

/** /offers/new */
export function NewOfferPage() {
  useTitle('New Offer');
  const navigate = useNavigate();
  const goBack = useGoBack(paths.offers.list);
  const create = useCreateOffer();
  return (
    <Page>
      <PageHeader title="Create Offer" />
      <OfferForm
        values={newOffer}
        check={checkNew}
        submitLabel="Create Offer"
        save={async (body) => {
          const { data, message } = await create({ body });
          toast.success(message ?? 'Offer created successfully');
          return () => void navigate(paths.offers.one(data.offer._id), { replace: true });
        }}
        onCancel={goBack}
      />
    </Page>
  );
}
