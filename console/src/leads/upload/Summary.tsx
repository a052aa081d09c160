import type { UploadPreview } from '@crm/contracts/leads/upload.ts';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../format/count.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { Facts } from '../../ui/Facts.tsx';
import { leadsText } from '../labels.ts';
import { uploadOffers } from './calls.ts';
import { type Share, typedTotal, type UploadState } from './state.ts';

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
          value: operatorsText(shares, preview?.newLeads ?? null),
        },
        { label: 'Currency', value: preview ? currenciesText(preview) : 'Known after the check' },
        { label: 'Leads to save', value: preview ? formatNumber(preview.newLeads) : 'Known after the check' },
        {
          label: 'Rows with errors',
          value: preview ? formatNumber(preview.errorsCount) : 'Known after the check',
        },
      ]}
    />
  );
}

function operatorsText(shares: readonly Share[], leads: number | null): string {
  if (shares.length === 0) return 'None: unassigned';
  const isShared = shares.some(({ value }) => value === null);
  if (isShared && leads === null) return `Shared evenly over ${shares.length}`;
  return `${leadsText(isShared ? (leads ?? 0) : typedTotal(shares))} over ${shares.length}`;
}

/** 'INR', or '12 INR, 3 USD' for a file with several. */
function currenciesText({ currencies }: UploadPreview): string | undefined {
  const [first, ...others] = currencies;
  if (others.length === 0) return first?.currency;
  return currencies.map(({ currency, leads }) => `${formatNumber(leads)} ${currency}`).join(', ');
}
