import type { Offer } from '@crm/contracts/offers/offers.ts';
import { useQuery } from '@tanstack/react-query';
import { Package, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { tableState } from '../../api/tableState.ts';
import { formatNumber } from '../../format/money.ts';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { DensityButton } from '../../keys/DensityButton.tsx';
import { useRowKeys } from '../../keys/useRowKeys.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useDenseRows } from '../../ui/table/density.ts';
import { useTitle } from '../../ui/useTitle.ts';
import { pageSizes } from '../../url/codec.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { DeleteOfferDialog } from '../DeleteOfferDialog.tsx';
import { offerList } from '../queries.ts';
import { OfferCard, offerColumns } from './columns.tsx';
import { isFiltered, offerListState, queryOf } from './filters.ts';
import { OfferFilterBar } from './OfferFilterBar.tsx';

const group = 'Offers';
const noOffers: readonly Offer[] = [];
const idOf = (offer: Offer) => offer._id;

/** What the organisation sells (spec 2, 'Offers'): the list's state is its address. */
export function OffersPage() {
  useTitle('Offers');
  const navigate = useNavigate();
  const [state, setState] = useUrlState(offerListState);
  const [dense, setDense] = useDenseRows();
  const [current, setCurrent] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Offer | null>(null);
  const input = queryOf(state);
  const query = useQuery(offerList(input));
  const offers = query.data?.data ?? noOffers;
  const pagination = query.data?.pagination;
  const filtered = isFiltered(state);
  const columns = useMemo(() => offerColumns(setDeleting), []);

  useRowKeys({
    group,
    noun: 'offer',
    rows: offers,
    idOf,
    current,
    onMove: setCurrent,
    onOpen: (offer) => void navigate(`/offers/${offer._id}`),
    onEdit: (offer) => void navigate(`/offers/${offer._id}/edit`),
    onDelete: setDeleting,
  });

  return (
    <Page fill>
      <PageHeader
        title="Offers"
        subtitle={
          <span role="status">
            {pagination
              ? `Showing: ${formatNumber(offers.length)} of ${formatNumber(pagination.total)} offers`
              : ' '}
          </span>
        }
        actions={
          <ActionLink
            label="Add Offer"
            group={group}
            keys="n"
            variant="primary"
            icon={Plus}
            to="/offers/new"
          />
        }
      />
      <OfferFilterBar filters={state} onChange={setState}>
        <DensityButton group={group} dense={dense} onChange={setDense} />
      </OfferFilterBar>
      <DataTable
        label="Offers"
        columns={columns}
        state={tableState<Offer>(query)}
        rowId={idOf}
        rowName={(offer) => `offer ${offer.name}`}
        list={JSON.stringify(input)}
        newRows={(count) => (count === 1 ? '1 new offer' : `${count} new offers`)}
        hold={deleting !== null}
        cursor={{ id: current, onMove: setCurrent }}
        dense={dense}
        card={(offer) => <OfferCard offer={offer} onDelete={setDeleting} />}
        empty={
          <EmptyState
            icon={Package}
            title="No offers found"
            text={filtered ? 'No offer matches these filters.' : undefined}
          />
        }
      />
      {pagination && (pagination.total > 0 || state.page > 1) && (
        <Pagination
          page={state.page}
          totalPages={pagination.totalPages}
          onPage={(page) => setState({ page })}
          limit={state.limit}
          limits={pageSizes}
          onLimit={(limit) => setState({ limit })}
        />
      )}
      {deleting && <DeleteOfferDialog offer={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}
