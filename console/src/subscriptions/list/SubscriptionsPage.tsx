import type { Subscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import { subscriptionStatuses } from '@crm/events/subscriptions/vocabulary.ts';
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { errorText } from '../../api/errors.ts';
import { formatNumber } from '../../format/count.ts';
import { formatSums, moneyOf } from '../../format/money.ts';
import type { RowAction } from '../../keys/RowKeys.tsx';
import { FilterBar, FilterSelect } from '../../pages/list/FilterBar.tsx';
import { ListPage } from '../../pages/list/ListPage.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import { allPlans } from '../../plans/queries.ts';
import { ErrorBanner } from '../../ui/ErrorBanner.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Stats } from '../../ui/Stats.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSavedViews } from '../../views/useSavedViews.tsx';
import { subscriptionList } from '../queries.ts';
import { subscriptionTexts } from '../texts.ts';
import { nameOf, SubscriptionCard, subscriptionColumns } from './columns.tsx';
import { Entries } from './Entries.tsx';
import { plansOf, subscriptionListState } from './filters.ts';
import { canCancel, canRenew, type DialogName, type Open } from './SubscriptionActions.tsx';

const texts = subscriptionTexts.list;
const actions = subscriptionTexts.actions;

// The forms load zod; the page does not.
const SubscriptionDialog = lazy(async () => ({
  default: (await import('../dialogs/SubscriptionDialog.tsx')).SubscriptionDialog,
}));

const statuses = [
  { value: 'all', label: texts.allStatuses } as const,
  ...subscriptionStatuses.map((value) => ({ value, label: subscriptionTexts.statuses[value] })),
];

type Opened = { dialog: DialogName; subscription: Subscription };

/** /subscription-management: the subscriptions of all organisations. */
export function SubscriptionsPage() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { open, columns, keys } = useMemo(() => {
    const show: Open = (dialog, subscription) => setOpened({ dialog, subscription });
    return { open: show, columns: subscriptionColumns(show), keys: rowKeys(show) };
  }, []);
  const { list, filter, query } = useListPage({
    title: texts.title,
    heading: texts.heading,
    one: texts.one,
    many: texts.many,
    fields: subscriptionListState,
    query: subscriptionList,
    columns,
    row: {
      id: ({ _id }) => _id,
      name: (subscription) => texts.row(nameOf(subscription)),
      card: (subscription) => <SubscriptionCard subscription={subscription} open={open} />,
      actions: keys,
    },
    views: { of: 'subscriptions', use: useSavedViews },
    hold: opened !== null,
  });
  const all = query.data?.all;
  const known = useQuery(allPlans);
  const plans = [{ value: 'all', label: texts.allPlans }, ...plansOf(all ?? [], known.data?.data ?? [])];

  return (
    <ListPage
      list={list}
      subtitle={texts.subtitle}
      filters={
        <>
          {query.isLoadingError && (
            <ErrorBanner text={errorText(query.error)} failedAt={query.errorUpdatedAt} />
          )}
          <Stats stats={tilesOf(all)} />
          <FilterBar list={list} placeholder={texts.search} choices={{ [texts.plan]: known }}>
            <FilterSelect label={texts.status} options={statuses} {...filter('status')} />
            <FilterSelect label={texts.plan} options={plans} {...filter('plan')} />
          </FilterBar>
        </>
      }
      empty={{
        icon: CreditCard,
        title: texts.empty,
        text: texts.emptyHint,
        filteredText: texts.emptyFiltered,
      }}
      failed={<ErrorState onRetry={() => void query.refetch()} />}
      pages={<Entries list={list} />}
    >
      <Suspense>{opened && <SubscriptionDialog {...opened} onClose={() => setOpened(null)} />}</Suspense>
    </ListPage>
  );
}

function rowKeys(open: Open): RowAction<Subscription>[] {
  return [
    { action: 'open', label: actions.details, run: (row) => open('details', row) },
    { action: 'status', label: actions.status, run: (row) => open('status', row) },
    { action: 'extend-subscription', label: actions.extend, run: (row) => open('extend', row) },
    {
      action: 'cancel-subscription',
      label: actions.cancel,
      run: (row) => (canCancel(row) ? open('cancel', row) : toast.info(actions.notActive)),
    },
    {
      action: 'renew-subscription',
      label: actions.renew,
      run: (row) => (canRenew(row) ? open('renew', row) : toast.info(actions.notEnded)),
    },
  ];
}

/** Over all subscriptions, whatever the filters. Revenue: the plan prices of the active ones, per currency. */
function tilesOf(all: readonly Subscription[] | undefined) {
  const of = (status: Subscription['status']) => all?.filter((each) => each.status === status);
  const count = (some: readonly Subscription[] | undefined) => (some ? formatNumber(some.length) : null);
  const prices = of('active')?.map(({ planId: { price, currency } }) => moneyOf(price, currency));
  return [
    { label: texts.tiles.total, value: count(all) },
    { label: texts.tiles.active, value: count(of('active')) },
    { label: texts.tiles.pending, value: count(of('pending')) },
    { label: texts.tiles.expired, value: count(of('expired')) },
    {
      label: texts.tiles.revenue,
      value: prices ? formatSums(prices.length ? prices : [moneyOf(0, 'USD')]) : null,
    },
  ];
}
