import type { Lead } from '@crm/contracts/leads/lead.ts';
import { Inbox } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { ListPage } from '../../pages/list/ListPage.tsx';
import { ListTools } from '../../pages/list/ListTools.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { onDemand, useOnDemand } from '../../ui/onDemand.ts';
import { useSavedViews } from '../../views/useSavedViews.tsx';
import { useLeadExport } from '../export/useLeadExport.ts';
import { keepListOrder, orderOf } from '../listOrder.ts';
import { leadList } from '../queries.ts';
import { leadListTexts } from '../texts/list.ts';
import { leadNavigationTexts } from '../texts/navigation.ts';
import { leadWords } from '../texts/words.ts';
import { chipsOf, commentBadge } from './chips.ts';
import { callColumns, leadColumns } from './columns/leadColumns.tsx';
import { FilterBar } from './FilterBar.tsx';
import { FilterChips } from './FilterChips.tsx';
import { filtersOf, type LeadListState, leadListState, queryOf } from './filters.ts';
import { LeadCard } from './LeadCard.tsx';
import { LeadsActions } from './LeadsActions.tsx';
import { ListDialogs, useListDialogs } from './ListDialogs.tsx';
import { leadKeys } from './leadKeys.ts';
import { useFilterChoices } from './useFilterChoices.ts';
import { useRowActions } from './useRowActions.ts';
import { type LeadSelection, useSelection } from './useSelection.ts';

const bulkBar = onDemand(() => import('./BulkBar.tsx'), 'dialogs');

/** The selection of a user who manages leads; null for others. */
function useLeadBulk(rows: readonly Lead[], state: LeadListState): LeadSelection | null {
  const selection = useSelection(rows, JSON.stringify(filtersOf(queryOf(state))));
  return can(useCurrentUser(), 'manage-leads') ? selection : null;
}

/** The leads list. The URL holds its state; a saved view may set it. */
export function LeadsPage() {
  const user = useCurrentUser();
  const oversees = can(user, 'see-organization');
  const seesAll = can(user, 'see-all-leads');
  const heading = oversees ? leadNavigationTexts.allLeads : leadNavigationTexts.myLeads;
  const dialogs = useListDialogs();
  const actions = useRowActions(dialogs.open);
  const columns = useMemo(
    () => (oversees ? leadColumns(actions) : callColumns(actions, seesAll)),
    [actions, oversees, seesAll],
  );
  const { list, state, setState, query, bulk } = useListPage({
    title: leadWords.leads,
    heading,
    one: leadListTexts.one,
    many: leadListTexts.many,
    fields: leadListState,
    query: (state) => leadList(queryOf(state)),
    columns,
    row: {
      id: ({ _id }) => _id,
      name: (lead) => leadListTexts.rowName(lead.orderId),
      card: (lead, shown) => <LeadCard lead={lead} actions={actions} shown={shown} />,
      hasArrangedCard: true,
      actions: leadKeys(actions),
    },
    useBulk: useLeadBulk,
    views: { of: 'leads', use: useSavedViews },
    useExport: useLeadExport,
    dense: !oversees,
    hold: dialogs.isOpen,
  });

  const input = queryOf(state);
  const rows = query.isPlaceholderData ? undefined : query.data?.data;
  useEffect(() => {
    if (rows)
      keepListOrder(
        orderOf(
          queryOf(state),
          rows.map(({ _id }) => _id),
        ),
      );
  }, [rows, state]);
  const choices = useFilterChoices(input, query.isSuccess);
  const chips = chipsOf(state, choices.nameOf);
  const badge = commentBadge(state);
  const bar = useOnDemand(bulkBar, bulk !== null && bulk.chosen !== null);

  return (
    <ListPage
      list={list}
      badges={badge && <Badge tone="info">{badge}</Badge>}
      actions={
        bulk && (
          <LeadsActions
            list={list}
            chosen={bulk.chosen}
            onAssign={(chosen) => dialogs.open({ kind: 'bulk-assign', chosen })}
          />
        )
      }
      filters={
        <>
          <FilterBar filters={state} onChange={setState} choices={choices} active={chips.length}>
            <ListTools list={list} />
          </FilterBar>
          <FilterChips chips={chips} onRemove={setState} onClear={list.clearFilters} />
        </>
      }
      empty={{
        icon: Inbox,
        text: leadListTexts.empty,
        action: list.filtered && <Button onClick={list.clearFilters}>{leadListTexts.clearFilters}</Button>,
      }}
      bulk={
        bulk &&
        bar && <bar.BulkBar selection={bulk} input={input} total={list.total} openDialog={dialogs.open} />
      }
    >
      <ListDialogs {...dialogs.host} selection={bulk} />
    </ListPage>
  );
}
