import type { Offer } from '@crm/contracts/offers/offers.ts';
import { Package, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { DeleteDialog } from '../../pages/DeleteDialog.tsx';
import { activityOptions, FilterBar, FilterSelect } from '../../pages/list/FilterBar.tsx';
import { ListPage } from '../../pages/list/ListPage.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import { paths } from '../../paths.ts';
import { categoryOptions } from '../labels.ts';
import { offerList } from '../queries.ts';
import { offers } from '../resource.ts';
import { OfferCard, offerColumns } from './columns.tsx';
import { offerListState, queryOf } from './filters.ts';

const title = 'Offers';
const categories = [{ value: 'all', label: 'All categories' } as const, ...categoryOptions];

/** The list of the organisation's offers. */
export function OffersPage() {
  const [deleting, setDeleting] = useState<Offer | null>(null);
  const { list, state, setState } = useListPage({
    title,
    one: 'offer',
    many: 'offers',
    schema: offerListState,
    query: (state) => offerList(queryOf(state)),
    columns: useMemo(() => offerColumns(setDeleting), []),
    row: {
      id: ({ _id }) => _id,
      name: (offer) => `offer ${offer.name}`,
      card: (offer) => <OfferCard offer={offer} onDelete={setDeleting} />,
      actions: [
        { action: 'open', label: 'Open offer', to: ({ _id }) => paths.offers.one(_id) },
        { action: 'edit', label: 'Edit offer', to: ({ _id }) => paths.offers.edit(_id) },
        { action: 'delete', label: 'Delete offer', run: setDeleting },
      ],
    },
    hold: deleting !== null,
  });

  return (
    <ListPage
      list={list}
      actions={
        <ActionLink
          label="Add Offer"
          group={title}
          action="new"
          variant="primary"
          icon={Plus}
          to={paths.offers.new}
        />
      }
      filters={
        <FilterBar list={list} placeholder="Offer name">
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
        </FilterBar>
      }
      empty={{ icon: Package }}
    >
      {deleting && <DeleteDialog of={offers} entity={deleting} onClose={() => setDeleting(null)} />}
    </ListPage>
  );
}
