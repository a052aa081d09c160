import type { Lead } from '@crm/contracts/leads/lead.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { tableState } from '../../api/tableState.ts';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { Pages } from '../../keys/Pages.tsx';
import { Page } from '../../ui/Page.tsx';
import { useDenseRows } from '../../ui/table/density.ts';
import { useTitle } from '../../ui/useTitle.ts';
import { pageSizes } from '../../url/codec.ts';
import { useLastPage } from '../../url/useLastPage.ts';
import { LeadDialogs, type OpenLeadDialog } from '../dialogs/LeadDialogs.tsx';
import { leadList } from '../queries.ts';
import { BulkBar } from './BulkBar.tsx';
import { leadColumns } from './columns/leadColumns.tsx';
import { FilterBar } from './FilterBar.tsx';
import { FilterChips } from './FilterChips.tsx';
import { chipsOf, filtersOf, leadListState, noFilters, queryOf } from './filters.ts';
import { LeadTable } from './LeadTable.tsx';
import { ListHeader } from './ListHeader.tsx';
import { ListTools } from './ListTools.tsx';
import { useFilterChoices } from './useFilterChoices.ts';
import { useLeadView } from './useLeadView.ts';
import { useRowActions } from './useRowActions.ts';
import { useSelection } from './useSelection.ts';

const noLeads: readonly Lead[] = [];

/** The leads list. The URL holds its state; a saved view may set it. */
export function LeadsPage() {
  const manages = can(useCurrentUser(), 'manage-leads');
  const title = manages ? 'All Leads' : 'My Leads';
  useTitle(title);
  const [dense, setDense] = useDenseRows();
  const [dialog, setDialog] = useState<OpenLeadDialog | null>(null);
  const actions = useRowActions(setDialog);
  const columns = useMemo(() => leadColumns(actions, dense), [actions, dense]);
  const view = useLeadView(columns);
  const { state, setState, arrangement } = view;

  const input = queryOf(state);
  const query = useQuery(leadList(input));
  const leads = query.data?.data ?? noLeads;
  const pagination = query.data?.pagination;
  const selection = useSelection(leads, JSON.stringify(filtersOf(input)));
  const choices = useFilterChoices(input, query.isSuccess);
  const chips = chipsOf(state, choices.nameOf);

  useLastPage(state.page, query, (page) => setState({ page }, { replace: true }));

  return (
    <Page fill>
      <ListHeader
        title={title}
        view={view}
        counted={pagination && !view.opening ? { shown: leads.length, total: pagination.totalCount } : null}
        input={input}
        chosen={selection.chosen}
        onAssign={() => setDialog({ kind: 'bulk-assign' })}
      />
      <FilterBar filters={state} onChange={setState} choices={choices} active={chips.length}>
        <ListTools
          columns={columns}
          arrangement={arrangement}
          onArrange={view.arrangeAs}
          onResetColumns={view.resetColumns}
          dense={dense}
          onDense={setDense}
        />
      </FilterBar>
      <FilterChips chips={chips} onRemove={setState} onClear={() => setState(noFilters)} />
      <LeadTable
        columns={columns}
        arrangement={arrangement}
        onArrange={view.arrangeAs}
        actions={actions}
        state={view.opening ? { kind: 'loading' } : tableState(query)}
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
        asking={dialog !== null}
      />
      <BulkBar
        selection={selection}
        input={input}
        total={pagination?.totalCount ?? 0}
        openDialog={setDialog}
      />
      {pagination && pagination.totalCount > 0 && (
        <Pages
          group="Leads"
          page={state.page}
          totalPages={pagination.totalPages}
          onPage={(page) => setState({ page })}
          limit={state.limit}
          limits={pageSizes}
          onLimit={(limit) => setState({ limit })}
        />
      )}
      <LeadDialogs
        dialog={dialog}
        openDialog={setDialog}
        chosen={selection.chosen}
        orderIdOf={selection.orderIdOf}
        onBulkDone={selection.keep}
        onDeleted={selection.drop}
      />
    </Page>
  );
}
