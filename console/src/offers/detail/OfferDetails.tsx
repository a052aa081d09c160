import type { Offer } from '@crm/contracts/offers/offers.ts';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { categoryLabel } from '../labels.ts';
import { OfferStatus, priceOf } from '../list/columns.tsx';
import { offerTexts } from '../texts.ts';
import { PartnerCall } from './PartnerCall.tsx';

const texts = offerTexts.detail.facts;

/** The Details tab: the product, and how partners send leads for it. */
export function OfferDetails({ offer }: { offer: Offer }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
      <Panel title={texts.title}>
        <Facts
          facts={[
            { label: texts.name, value: offer.name },
            { label: texts.category, value: categoryLabel(offer.category) },
            { label: texts.price, value: priceOf(offer) },
            {
              label: texts.stock,
              value: offer.stockQuantity === null ? texts.unlimitedStock : formatNumber(offer.stockQuantity),
            },
            { label: texts.status, value: <OfferStatus offer={offer} /> },
            { label: texts.currency, value: offer.currency },
            { label: texts.created, value: formatDateTime(offer.createdAt) },
            { label: texts.updated, value: formatDateTime(offer.updatedAt) },
          ]}
        />
      </Panel>
      <PartnerCall offer={offer} />
    </div>
  );
}
