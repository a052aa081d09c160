import type { UploadPreview } from '@crm/contracts/leads/upload-results.ts';
import type { Offer } from '@crm/contracts/offers/offers.ts';
import { formatNumber } from '../../format/count.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { Facts } from '../../ui/Facts.tsx';
import { leadUploadTexts } from '../texts/upload.tsx';
import { type Share, typedTotal, type UploadState } from './state.ts';

const texts = leadUploadTexts.summary;

type SummaryProps = {
  fileName: string | null;
  price: UploadState['price'];
  offer: Offer | undefined;
  shares: readonly Share[];
  preview: UploadPreview | null;
};

/** Summarises the upload before it starts. */
export function Summary({ fileName, price, offer, shares, preview }: SummaryProps) {
  return (
    <Facts
      facts={[
        { label: texts.file, value: fileName },
        { label: texts.offer, value: offer?.name },
        {
          label: texts.price,
          value:
            price === 'offer' && offer
              ? texts.priceEach(formatMoney(moneyOf(offer.currentPrice, offer.currency)))
              : texts.priceOfFile,
        },
        {
          label: texts.operators,
          value: operatorsText(shares, preview?.newLeads ?? null),
        },
        { label: texts.currency, value: preview ? currenciesText(preview) : texts.afterCheck },
        { label: texts.leadsToSave, value: preview ? formatNumber(preview.newLeads) : texts.afterCheck },
        {
          label: texts.rowsWithErrors,
          value: preview ? formatNumber(preview.errorsCount) : texts.afterCheck,
        },
      ]}
    />
  );
}

function operatorsText(shares: readonly Share[], leads: number | null): string {
  if (shares.length === 0) return texts.noOperators;
  const isShared = shares.some(({ value }) => value === null);
  if (isShared && leads === null) return texts.sharedOver(shares.length);
  return texts.leadsOver(isShared ? (leads ?? 0) : typedTotal(shares), shares.length);
}

/** 'INR', or '12 INR, 3 USD' for a file with several. */
function currenciesText({ currencies }: UploadPreview): string | undefined {
  const [first, ...others] = currencies;
  if (others.length === 0) return first?.currency;
  return currencies.map(({ currency, leads }) => `${formatNumber(leads)} ${currency}`).join(', ');
}
