import { DetailPage } from '../../pages/DetailPage.tsx';
import { Gate } from '../../pages/Gate.tsx';
import { categoryLabel } from '../labels.ts';
import { OfferStatus } from '../list/columns.tsx';
import { offers } from '../resource.ts';
import { OfferAnalytics } from './OfferAnalytics.tsx';
import { OfferDetails } from './OfferDetails.tsx';

/** /offers/:id */
export function OfferPage() {
  return (
    <Gate of={offers}>
      {(offer) => (
        <DetailPage
          of={offers}
          entity={offer}
          badges={<OfferStatus offer={offer} />}
          subtitle={
            <>
              {categoryLabel(offer.category)} · ID{' '}
              <span className="font-mono text-sm select-all">{offer.id}</span>
            </>
          }
          tabs={[
            { value: 'details', label: 'Details', content: <OfferDetails offer={offer} /> },
            { value: 'analytics', label: 'Analytics', content: <OfferAnalytics offer={offer} /> },
          ]}
        />
      )}
    </Gate>
  );
}
