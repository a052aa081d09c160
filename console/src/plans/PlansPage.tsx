import type { Plan } from '@crm/contracts/plans/plans.ts';
import { useQuery } from '@tanstack/react-query';
import { Layers, Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { errorText } from '../api/errors.ts';
import { formatNumber } from '../format/count.ts';
import { ActionButton } from '../keys/ActionButton.tsx';
import { titleOf } from '../keys/keymap.ts';
import { RowKeys } from '../keys/RowKeys.tsx';
import { useAction } from '../keys/registry.ts';
import { DeleteDialog } from '../pages/DeleteDialog.tsx';
import { activityOptions, FilterSelect } from '../pages/list/FilterBar.tsx';
import { isFiltered } from '../pages/list/filters.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorBanner } from '../ui/ErrorBanner.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { Stats } from '../ui/Stats.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { encode, initialState } from '../url/codec.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { matching, planFilters } from './filters.ts';
import { PlanCard } from './PlanCard.tsx';
import { allPlans } from './queries.ts';
import { plans as resource } from './resource.ts';
import { planTexts } from './texts.ts';

const texts = planTexts.page;

// The form loads zod; the page does not.
const NewPlanDialog = lazy(async () => ({ default: (await import('./PlanDialog.tsx')).NewPlanDialog }));
const EditPlanDialog = lazy(async () => ({ default: (await import('./PlanDialog.tsx')).EditPlanDialog }));

type Open = { dialog: 'new' } | { dialog: 'edit' | 'delete'; plan: Plan };

/** /plans-management: the plans that the installation sells. */
export function PlansPage() {
  useTitle(texts.title);
  const query = useQuery(allPlans);
  const [filters, setFilters] = useUrlState(planFilters);
  const [open, setOpen] = useState<Open | null>(null);
  const all = query.data?.data;
  const shown = matching(all ?? [], filters);
  const edit = (plan: Plan) => setOpen({ dialog: 'edit', plan });
  const remove = (plan: Plan) => setOpen({ dialog: 'delete', plan });
  const close = () => setOpen(null);
  const filtered = isFiltered(planFilters, filters);

  return (
    <Page>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={
          <ActionButton
            label={texts.add}
            group={texts.title}
            action="new"
            variant="primary"
            icon={Plus}
            onClick={() => setOpen({ dialog: 'new' })}
          />
        }
      />
      <ErrorBanner text={query.error && errorText(query.error)} failedAt={query.errorUpdatedAt} />
      <Stats stats={statsOf(all)} />
      <div className="flex flex-wrap items-center gap-2">
        <Search
          value={filters.search}
          onChange={(search) => setFilters({ search }, { replace: filters.search !== '' })}
        />
        <FilterSelect
          label={texts.status}
          options={activityOptions}
          value={filters.status}
          onChange={(status) => setFilters({ status })}
        />
        {filtered && (
          <ActionButton
            label={texts.clear}
            group={texts.title}
            action="clear-filters"
            variant="ghost"
            onClick={() => setFilters(initialState(planFilters))}
          />
        )}
      </div>
      {query.isPending && <SkeletonLines count={6} />}
      {query.isLoadingError && <ErrorState onRetry={() => void query.refetch()} />}
      {query.data && shown.length === 0 && (
        <EmptyState
          icon={Layers}
          title={filtered ? texts.noMatch : texts.empty}
          text={filtered ? texts.noMatchHint : texts.emptyHint}
        />
      )}
      <Cards list={encode(planFilters, filters).toString()} plans={shown} onEdit={edit} onDelete={remove} />
      <Suspense>
        {open?.dialog === 'new' && <NewPlanDialog onClose={close} />}
        {open?.dialog === 'edit' && (
          <EditPlanDialog plan={all?.find(({ _id }) => _id === open.plan._id) ?? open.plan} onClose={close} />
        )}
      </Suspense>
      {open?.dialog === 'delete' && <DeleteDialog of={resource} entity={open.plan} onClose={close} />}
    </Page>
  );
}

function Search(props: { value: string; onChange: (search: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  useAction({
    label: texts.search,
    group: texts.title,
    action: 'search',
    run: () => box.current?.focus(),
  });
  return (
    <SearchBox
      {...props}
      ref={box}
      label={texts.search}
      placeholder={texts.searchHint}
      title={titleOf(texts.search, 'search')}
      className="min-w-48 flex-1 max-md:basis-full md:max-w-md"
    />
  );
}

type CardsProps = {
  /** Identifies the filters. */
  list: string;
  plans: readonly Plan[];
  onEdit: (plan: Plan) => void;
  onDelete: (plan: Plan) => void;
};

/** The cards; the keys of every list move between them. */
function Cards({ list, plans, ...actions }: CardsProps) {
  const [current, setCurrent] = useState<string | null>(null);
  return (
    <>
      <RowKeys
        group={texts.title}
        noun={texts.row}
        list={list}
        rows={plans}
        current={current}
        onMove={setCurrent}
        atTop
        rowId={({ _id }) => _id}
        actions={[
          { action: 'edit', label: texts.edit, run: actions.onEdit },
          { action: 'delete', label: texts.delete, run: actions.onDelete },
        ]}
      />
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan._id} plan={plan} current={plan._id === current} {...actions} />
        ))}
      </div>
    </>
  );
}

function statsOf(plans: readonly Plan[] | undefined) {
  const count = (counted: (plan: Plan) => boolean) => plans && formatNumber(plans.filter(counted).length);
  return [
    { label: planTexts.stats.total, value: count(() => true) ?? null },
    { label: planTexts.stats.active, value: count(({ isActive }) => isActive) ?? null },
    { label: planTexts.stats.inactive, value: count(({ isActive }) => !isActive) ?? null },
    { label: planTexts.stats.featured, value: count(({ featured }) => featured) ?? null },
  ];
}
