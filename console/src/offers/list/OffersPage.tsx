import type { Offer } from '@crm/contracts/offers/offers.ts';
import { useQuery } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { useMemo, useState } from 'react';
import { activityOptions, FilterSelect } from '../../pages/FilterBar.tsx';
import { ListPage } from '../../pages/ListPage.tsx';
import { paths } from '../../paths.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { DeleteOfferDialog } from '../DeleteOfferDialog.tsx';
import { categoryOptions } from '../labels.ts';
import { offerList } from '../queries.ts';
import { OfferCard, offerColumns } from './columns.tsx';
import { isFiltered, noFilters, offerListState, queryOf } from './filters.ts';

const categories = [{ value: 'all', label: 'All categories' } as const, ...categoryOptions];

/** The list of the organisation's offers. */
export function OffersPage() {
  const [state, setState] = useUrlState(offerListState);
  const [deleting, setDeleting] = useState<Offer | null>(null);
  const input = queryOf(state);
  const query = useQuery(offerList(input));
  const columns = useMemo(() => offerColumns(setDeleting), []);

  return (
    <ListPage
      title="Offers"
      noun="offer"
      to={paths.offers.list}
      icon={Package}
      state={state}
      onPage={setState}
      query={query}
      list={JSON.stringify(input)}
      columns={columns}
      nameOf={(offer) => offer.name}
      card={(offer) => <OfferCard offer={offer} onDelete={setDeleting} />}
      onDelete={setDeleting}
      dialog={deleting && <DeleteOfferDialog offer={deleting} onClose={() => setDeleting(null)} />}
      filtering={{
        search: state.search,
        placeholder: 'Offer name',
        onSearch: (search, options) => setState({ search }, options),
        filtered: isFiltered(state),
        onClear: () => setState(noFilters),
        selects: (
          <>
            <FilterSelect
              label="Category"
              value={state.category}
              options={categories}
              onChange={(category) => setState({ category })}
            />
            <FilterSelect
              label="Status"
              value={state.status}
              options={activityOptions}
              onChange={(status) => setState({ status })}
            />
          </>
        ),
      }}
    />
  );
}
