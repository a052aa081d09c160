import type { Offer } from '@crm/contracts/offers/offers.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link } from 'react-router-dom';
import { errorText } from '../../api/errors.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { paths } from '../../paths.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { leadUploadTexts } from '../texts/upload.tsx';
import { uploadOffers } from './calls.ts';
import type { UploadState } from './state.ts';

const texts = leadUploadTexts.offer;

type OfferPickerProps = {
  state: UploadState;
  onChange: (patch: Partial<Pick<UploadState, 'offer' | 'price'>>) => void;
  disabled: boolean;
};

/** Chooses the offer of the leads, and whether they get its price or the file's. */
export function OfferPicker({ state, onChange, disabled }: OfferPickerProps) {
  const query = useQuery(uploadOffers);
  const offers = query.data?.data ?? [];
  const offer = offers.find(({ _id }) => _id === state.offer);
  if (query.isPending) return <SkeletonLines count={3} />;
  if (query.isError) return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  if (offers.length === 0)
    return (
      <p className="text-muted">
        {texts.none((text) => (
          <Link to={paths.offers.new}>{text}</Link>
        ))}
      </p>
    );
  return (
    <div className="flex flex-col gap-3">
      <fieldset
        disabled={disabled}
        aria-label={texts.title}
        className="max-h-72 min-w-0 divide-y overflow-y-auto rounded-ui border"
      >
        {offers.map((one) => (
          <OfferChoice
            key={one._id}
            offer={one}
            chosen={one._id === state.offer}
            onChoose={() => onChange({ offer: one._id })}
          />
        ))}
      </fieldset>
      <CheckField
        label={texts.usePrice}
        hint={
          offer ? texts.priceOf(formatMoney(moneyOf(offer.currentPrice, offer.currency))) : texts.priceHint
        }
        checked={state.price === 'offer'}
        disabled={disabled}
        onChange={(event) => onChange({ price: event.target.checked ? 'offer' : 'file' })}
      />
    </div>
  );
}

function OfferChoice({ offer, chosen, onChoose }: { offer: Offer; chosen: boolean; onChoose: () => void }) {
  const { name, currentPrice, currency, stockQuantity } = offer;
  return (
    <label
      className={clsx(
        'flex min-h-9 cursor-pointer items-center gap-3 px-3 py-1.5 max-md:min-h-11',
        'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-primary',
        chosen ? 'bg-primary-soft' : 'hover:bg-sunken',
      )}
    >
      <input
        type="radio"
        name="offer"
        checked={chosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-primary"
      />
      {/* On a phone, stock and price are below the name, which would have no room beside them. */}
      <span className="flex min-w-0 flex-1 items-center gap-x-3 max-md:flex-wrap max-md:justify-between">
        <span className="min-w-0 flex-1 truncate max-md:basis-full max-md:whitespace-normal" dir="auto">
          {name}
        </span>
        <span className="text-sm text-muted tabular-nums">
          {stockQuantity === null ? texts.unlimited : texts.inStock(stockQuantity)}
        </span>
        <span className="tabular-nums">{formatMoney(moneyOf(currentPrice, currency))}</span>
      </span>
    </label>
  );
}
