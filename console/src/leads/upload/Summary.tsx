import type { UploadPreview } from '@crm/contracts/leads/upload.ts';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../format/count.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { Facts } from '../../ui/Facts.tsx';
import { leadsText } from '../labels.ts';
import { uploadOffers } from './calls.ts';
import { type Share, totalOf, type UploadState } from './state.ts';

type SummaryProps = {
  fileName: string | null;
  state: UploadState;
  shares: readonly Share[];
  preview: UploadPreview | null;
};

/** Summarises the upload before it starts. */
export function Summary({ fileName, state, shares, preview }: SummaryProps) {
  const offers = useQuery(uploadOffers).data?.data ?? [];
  const offer = offers.find(({ _id }) => _id === state.offer);
  const assigned = totalOf(shares);
  return (
    <Facts
      facts={[
        { label: 'File', value: fileName },
        { label: 'Offer', value: offer?.name },
        {
          label: 'Price',
          value:
            state.price === 'offer' && offer
              ? `${formatMoney(moneyOf(offer.currentPrice, offer.currency))} each`
              : 'As the file says',
        },
        {
          label: 'Operators',
          value: shares.length === 0 ? 'None: unassigned' : `${leadsText(assigned)} over ${shares.length}`,
        },
        { label: 'Leads to save', value: preview ? formatNumber(preview.newLeads) : 'Known after the check' },
        {
          label: 'Rows with errors',
          value: preview ? formatNumber(preview.errorsCount) : 'Known after the check',
        },
      ]}
    />
  );
}
