import { LONGEST_FILTER } from '@crm/contracts/limits.ts';
import type { Offer } from '@crm/contracts/offers/offers.ts';
import { cutText } from '@crm/events/language/text.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { errorText } from '../../api/errors.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { paths } from '../../paths.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { controlHeight } from '../../ui/controlLook.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { textLink } from '../../ui/textLink.tsx';
import { leadUploadTexts } from '../texts/upload.tsx';
import { uploadOffers } from './calls.ts';
import type { UploadState } from './state.ts';

const texts = leadUploadTexts.offer;

// In a chunk with the code of lists, which the page does not wait for.
const SearchBox = lazy(async () => ({ default: (await import('../../ui/SearchBox.tsx')).SearchBox }));

type OfferPickerProps = {
  state: Pick<UploadState, 'offer' | 'price'>;
  /** The chosen offer once it is read: it stays in the list whatever is searched. */
  offer: Offer | undefined;
  onChange: (patch: Partial<Pick<UploadState, 'offer' | 'price'>>) => void;
  disabled: boolean;
};

/** Chooses the offer of the leads, and whether they get its price or the file's. */
export function OfferPicker({ state, offer, onChange, disabled }: OfferPickerProps) {
  const [search, setSearch] = useState('');
  const query = useQuery(uploadOffers(search));
  if (query.isPending) return <SkeletonLines count={3} />;
  if (query.isError) return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  const { data: found, pagination } = query.data;
  if (found.length === 0 && search === '' && !query.isPlaceholderData)
    return <p className="text-muted">{texts.none(textLink(paths.offers.new))}</p>;
  const isFound = offer === undefined || found.some(({ _id }) => _id === offer._id);
  const offers = isFound ? found : [offer, ...found];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <Suspense fallback={<div className={controlHeight} />}>
          <SearchBox
            label={texts.search}
            value={search}
            onChange={(text) => setSearch(cutText(text, LONGEST_FILTER))}
          />
        </Suspense>
        <p role="status" className="text-sm text-muted">
          {foundText(found.length, pagination.totalCount, search)}
        </p>
      </div>
      {offers.length > 0 && (
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
      )}
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

/** Says when the list has not all offers, or none; empty when it has all. */
function foundText(shown: number, total: number, search: string): string {
  if (total === 0) return texts.noneFound;
  if (shown === total) return '';
  return search === '' ? texts.newest(shown, total) : texts.newestFound(shown, total);
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
      <input type="radio" name="offer" checked={chosen} onChange={onChoose} className="size-4 shrink-0" />
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
