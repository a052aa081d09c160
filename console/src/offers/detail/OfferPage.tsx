import { DetailPage } from '../../pages/DetailPage.tsx';
import { Gate } from '../../pages/Gate.tsx';
import { categoryLabel } from '../labels.ts';
import { OfferStatus } from '../list/columns.tsx';
import { offers } from '../resource.ts';
import { offerTexts } from '../texts.ts';
import { OfferAnalytics } from './OfferAnalytics.tsx';
import { OfferDetails } from './OfferDetails.tsx';

const texts = offerTexts.detail;

/** /offers/:id */
export function OfferPage() {
  return (
    <Gate of={offers}>
      {(offer) => (
        <DetailPage
          of={offers}
          entity={offer}
          badges={<OfferStatus offer={offer} />}
          subtitle={texts.subtitle(
            categoryLabel(offer.category),
            <span key="id" className="font-mono text-sm select-all">
              {offer.id}
            </span>,
          )}
          tabs={[
            { value: 'details', label: texts.detailsTab, content: <OfferDetails offer={offer} /> },
            { value: 'analytics', label: texts.analyticsTab, content: <OfferAnalytics offer={offer} /> },
          ]}
        />
      )}
    </Gate>
  );
}
