import type { Offer } from '@crm/contracts/offers/offers.ts';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { categoryLabel } from '../labels.ts';
import { OfferStatus, priceOf } from '../list/columns.tsx';
import { PartnerCall } from './PartnerCall.tsx';

/** The Details tab: the product, and how partners send leads for it. */
export function OfferDetails({ offer }: { offer: Offer }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
      <Panel title="Offer">
        <Facts
          facts={[
            { label: 'Name', value: offer.name },
            { label: 'Category', value: categoryLabel(offer.category) },
            { label: 'Price', value: priceOf(offer) },
            {
              label: 'Stock Quantity',
              value: offer.stockQuantity === null ? 'Unlimited' : formatNumber(offer.stockQuantity),
            },
            { label: 'Status', value: <OfferStatus offer={offer} /> },
            { label: 'Currency', value: offer.currency },
            { label: 'Created', value: formatDateTime(offer.createdAt) },
            { label: 'Last Updated', value: formatDateTime(offer.updatedAt) },
          ]}
        />
      </Panel>
      <PartnerCall offer={offer} />
    </div>
  );
}
