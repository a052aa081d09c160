import type { Offer } from '@crm/contracts/offers/offers.ts';
import { Package } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DeleteDialog } from '../../pages/DeleteDialog.tsx';
import { AddLink } from '../../pages/list/AddLink.tsx';
import { activityOptions, FilterBar, FilterSelect } from '../../pages/list/FilterBar.tsx';
import { ListPage } from '../../pages/list/ListPage.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import { useResourceRow } from '../../pages/list/useResourceRow.ts';
import { paths } from '../../paths.ts';
import { useSavedViews } from '../../views/useSavedViews.tsx';
import { categoryOptions } from '../labels.ts';
import { offerList } from '../queries.ts';
import { offers } from '../resource.ts';
import { offerTexts } from '../texts.ts';
import { OfferCard, offerColumns } from './columns.tsx';
import { offerListState, queryOf } from './filters.ts';

const texts = offerTexts.list;

const categories = [{ value: 'all', label: texts.allCategories } as const, ...categoryOptions];

/** The list of the organisation's offers. */
export function OffersPage() {
  const [deleting, setDeleting] = useState<Offer | null>(null);
  const { list, filter } = useListPage({
    title: texts.title,
    one: texts.one,
    many: texts.many,
    fields: offerListState,
    query: (state) => offerList(queryOf(state)),
    columns: useMemo(() => offerColumns(setDeleting), []),
    row: {
      ...useResourceRow(offers, { open: paths.offers.one, onDelete: setDeleting }),
      card: (offer) => <OfferCard offer={offer} onDelete={setDeleting} />,
    },
    views: { of: 'offers', use: useSavedViews },
    hold: deleting !== null,
  });

  return (
    <ListPage
      list={list}
      actions={
        <AddLink noun={offerTexts.noun} group={texts.title} to={paths.offers.new} needs={offers.manage} />
      }
      filters={
        <FilterBar list={list} placeholder={texts.search}>
          <FilterSelect label={texts.category} options={categories} {...filter('category')} />
          <FilterSelect label={texts.status} options={activityOptions} {...filter('status')} />
        </FilterBar>
      }
      empty={{ icon: Package }}
    >
      {deleting && <DeleteDialog of={offers} entity={deleting} onClose={() => setDeleting(null)} />}
    </ListPage>
  );
}
