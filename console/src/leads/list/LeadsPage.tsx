import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, Rows3 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { tableState } from '../../api/tableState.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { seesAllLeads } from '../../auth/roles.ts';
import { formatNumber } from '../../format/money.ts';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { useDenseRows } from '../../ui/table/density.ts';
import { useTitle } from '../../ui/useTitle.ts';
import { pageSizes } from '../../url/codec.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { managesLeads } from '../abilities.ts';
import { type Asked, LeadDialogs } from '../dialogs/LeadDialogs.tsx';
import { filterOffers, filterOperators, leadList } from '../queries.ts';
import { BulkBar } from './BulkBar.tsx';
import { FilterBar } from './FilterBar.tsx';
import { FilterChips } from './FilterChips.tsx';
import { chipsOf, commentBadge, leadListState, noFilters, queryOf } from './filters.ts';
import { LeadTable } from './LeadTable.tsx';
import { useSelection } from './useSelection.ts';

const noLeads: readonly Lead[] = [];

/** The leads list (spec 2): its state is its address. */
export function LeadsPage() {
  const user = useCurrentUser();
  const manages = managesLeads(user);
  const title = manages ? 'All Leads' : 'My Leads';
  useTitle(title);
  const [state, setState] = useUrlState(leadListState);
  const [dense, setDense] = useDenseRows();
  const [asked, setAsked] = useState<Asked | null>(null);

  const input = queryOf(state);
  const query = useQuery(leadList(input));
  const leads = query.data?.data ?? noLeads;
  const pagination = query.data?.pagination;
  const selection = useSelection(leads, filtersKey(input));

  const mayFilterOperators = seesAllLeads(user);
  const operators = useQuery({ ...filterOperators, enabled: mayFilterOperators }).data?.data;
  const offers = useQuery(filterOffers).data?.data;
  const names = useMemo(() => {
    const of = [...(operators ?? []).map((one) => [one._id, one.fullName] as const)];
    return new Map([...of, ...(offers ?? []).map((one) => [one._id, one.name] as const)]);
  }, [operators, offers]);
  const chips = chipsOf(state, (id) => names.get(id) ?? '…');
  const badge = commentBadge(state);

  // Rows may have gone since the address was made: the last page there is instead of an empty one.
  const lastPage = pagination?.totalPages ?? state.page;
  useEffect(() => {
    if (state.page > lastPage && !query.isPlaceholderData) setState({ page: lastPage }, { replace: true });
  }, [state.page, lastPage, query.isPlaceholderData, setState]);

  return (
    <Page fill>
      <PageHeader
        title={title}
        badges={badge && <Badge tone="info">{badge}</Badge>}
        subtitle={
          <span role="status">
            {pagination
              ? `Showing: ${formatNumber(leads.length)} of ${formatNumber(pagination.totalCount)} leads`
              : ' '}
          </span>
        }
        actions={
          <>
            {selection.leads.length > 0 && (
              <Button className="max-md:hidden" onClick={() => setAsked({ kind: 'bulk-assign' })}>
                {`Assign ${selection.leads.length} Leads`}
              </Button>
            )}
            {manages && (
              <ActionLink
                label="Add Lead"
                group="Leads"
                keys="n"
                to="/leads/new"
                icon={Plus}
                variant="primary"
              />
            )}
          </>
        }
      />
      <FilterBar
        filters={state}
        onChange={setState}
        operators={
          mayFilterOperators ? (operators ?? []).map(({ _id, fullName }) => ({ _id, label: fullName })) : null
        }
        offers={(offers ?? []).map(({ _id, name }) => ({ _id, label: name }))}
        active={chips.length}
      >
        <ActionButton
          label={dense ? 'Comfortable rows' : 'Dense rows'}
          group="Leads"
          keys="d"
          variant="ghost"
          icon={Rows3}
          onClick={() => setDense(!dense)}
        />
      </FilterBar>
      <FilterChips chips={chips} onRemove={setState} onClear={() => setState(noFilters)} />
      <LeadTable
        state={tableState(query)}
        list={JSON.stringify(input)}
        sort={{ by: state.sortBy, order: state.sortOrder }}
        onSort={({ by, order }) => {
          const sortBy = leadListState.shape.sortBy.safeParse(by);
          if (sortBy.success) setState({ sortBy: sortBy.data, sortOrder: order });
        }}
        dense={dense}
        filtered={chips.length > 0}
        onClearFilters={() => setState(noFilters)}
        selection={manages ? selection : null}
        asking={asked !== null}
        ask={setAsked}
      />
      <BulkBar leads={selection.leads} onClear={selection.clear} ask={setAsked} />
      {pagination && pagination.totalCount > 0 && (
        <Pagination
          page={state.page}
          totalPages={pagination.totalPages}
          onPage={(page) => setState({ page })}
          limit={state.limit}
          limits={pageSizes}
          onLimit={(limit) => setState({ limit })}
        />
      )}
      <LeadDialogs
        asked={asked}
        selected={selection.leads}
        onBulkDone={selection.keep}
        onDeleted={selection.drop}
        onClose={() => setAsked(null)}
      />
    </Page>
  );
}

/** The same for every page and order of the same leads. */
function filtersKey(input: ReturnType<typeof queryOf>): string {
  const { page, limit, sortBy, sortOrder, ...filters } = input;
  return JSON.stringify(filters);
}
