import type { Tenant } from '@crm/contracts/tenants/tenants.ts';
import { tenantStatuses } from '@crm/contracts/tenants/vocabulary.ts';
import { Building2, Plus, Upload } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import type { RowAction } from '../../keys/RowKeys.tsx';
import { FilterBar, FilterSelect } from '../../pages/list/FilterBar.tsx';
import { ListPage } from '../../pages/list/ListPage.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useRowAction } from '../../ui/useRowAction.ts';
import { useSavedViews } from '../../views/useSavedViews.tsx';
import { tenantList } from '../queries.ts';
import { tenantTexts } from '../texts.ts';
import { useTenantExport } from '../useTenantExport.ts';
import { TenantCard, tenantColumns } from './columns.tsx';
import { queryOf, tenantListState } from './filters.ts';
import {
  canView,
  type DialogName,
  isPresent,
  type Open,
  statusDialog,
  type TenantRuns,
  view,
} from './TenantActions.tsx';

const texts = tenantTexts.list;
const actions = tenantTexts.actions;

// The forms load zod; the page does not.
const TenantDialog = lazy(async () => ({
  default: (await import('../dialogs/TenantDialog.tsx')).TenantDialog,
}));
const NewTenantDialog = lazy(async () => ({
  default: (await import('../dialogs/NewTenantDialog.tsx')).NewTenantDialog,
}));

const ImportDialog = lazy(async () => ({
  default: (await import('../import/ImportDialog.tsx')).ImportDialog,
}));

const statuses = [
  { value: 'all', label: texts.allStatuses } as const,
  ...tenantStatuses.map((value) => ({ value, label: tenantTexts.statuses[value] })),
];

type Opened = { dialog: 'new' | 'import' } | { dialog: DialogName; tenant: Tenant };

/** /organizations: every organisation of the installation. */
export function TenantsPage() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const viewing = useRowAction(view);
  const exporting = useTenantExport();
  const { runs, columns, keys } = useMemo(() => {
    const open: Open = (dialog, tenant) => setOpened({ dialog, tenant });
    const offered: TenantRuns = { open, viewing, exporting };
    return { runs: offered, columns: tenantColumns(offered), keys: rowKeys(offered) };
  }, [viewing, exporting]);
  const { list, filter } = useListPage({
    title: texts.title,
    one: texts.one,
    many: texts.many,
    fields: tenantListState,
    query: (state) => tenantList(queryOf(state)),
    columns,
    row: {
      id: ({ _id }) => _id,
      name: ({ organizationName }) => texts.row(organizationName),
      card: (tenant) => <TenantCard tenant={tenant} {...runs} />,
      actions: keys,
    },
    views: { of: 'organizations', use: useSavedViews },
    hold: opened !== null,
  });
  const close = () => setOpened(null);

  return (
    <ListPage
      list={list}
      actions={
        <>
          <Button icon={Upload} onClick={() => setOpened({ dialog: 'import' })}>
            {texts.import}
          </Button>
          <ActionButton
            label={texts.add}
            group={texts.title}
            action="new"
            variant="primary"
            icon={Plus}
            onClick={() => setOpened({ dialog: 'new' })}
          />
        </>
      }
      filters={
        <FilterBar list={list} placeholder={texts.search}>
          <FilterSelect label={texts.status} options={statuses} {...filter('status')} />
        </FilterBar>
      }
      empty={{ icon: Building2, title: texts.empty, text: texts.emptyHint }}
    >
      <Suspense>
        {opened?.dialog === 'new' && <NewTenantDialog onClose={close} />}
        {opened?.dialog === 'import' && <ImportDialog onClose={close} />}
        {opened && 'tenant' in opened && <TenantDialog {...opened} onClose={close} />}
      </Suspense>
    </ListPage>
  );
}

function rowKeys({ open, viewing }: TenantRuns): RowAction<Tenant>[] {
  return [
    {
      action: 'open',
      label: actions.view,
      run: (row) => (canView(row) ? viewing.run(row) : toast.info(actions.notViewable)),
    },
    {
      action: 'edit',
      label: actions.edit,
      run: (row) => (isPresent(row) && row.admin ? open('edit', row) : toast.info(actions.notChangeable)),
    },
    {
      action: 'status',
      label: tenantTexts.list.status,
      run: (row) =>
        row.status === 'erased' ? toast.info(actions.notDeletable) : open(statusDialog(row), row),
    },
    {
      action: 'delete',
      label: actions.delete,
      run: (row) => (isPresent(row) ? open('delete', row) : toast.info(actions.notDeletable)),
    },
  ];
}
