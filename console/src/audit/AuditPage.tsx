import type { AuditEntry } from '@crm/contracts/audit/audit.ts';
import { History, ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { ExportButton } from '../pages/list/ExportButton.tsx';
import { ListPage } from '../pages/list/ListPage.tsx';
import { useListPage } from '../pages/list/useListPage.ts';
import { Button } from '../ui/Button.tsx';
import { useSavedViews } from '../views/useSavedViews.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditPages } from './AuditPages.tsx';
import { AuditCard, auditColumns } from './columns.tsx';
import { auditListState, listOf } from './filters.ts';
import { actionOf } from './labels.ts';
import { auditLogs } from './queries.ts';
import { auditTexts } from './texts.ts';
import { useAuditExport } from './useAuditExport.ts';
import { useCheckpoints } from './useCheckpoints.ts';

const texts = auditTexts.list;

// Loaded when the first entry is opened.
const EntryDialog = lazy(async () => ({ default: (await import('./EntryDialog.tsx')).EntryDialog }));

/** /audit-history: that of the organisation, or for super admins that of all organisations and of the platform. */
export function AuditPage() {
  const isOfAll = can(useCurrentUser(), 'see-audit-of-all');
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const cells = useMemo(() => ({ isOfAll, onOpen: setOpened }), [isOfAll]);
  const { list, state, setState, query } = useListPage({
    title: texts.title,
    one: texts.one,
    many: texts.many,
    fields: auditListState,
    query: (state) => auditLogs(isOfAll, state),
    columns: useMemo(() => auditColumns(cells), [cells]),
    row: {
      id: ({ _id }) => _id,
      name: (entry) => texts.row(actionOf(entry)),
      card: (entry) => <AuditCard entry={entry} {...cells} />,
      actions: [{ action: 'open', label: texts.open, run: setOpened }],
    },
    views: { of: 'audit', use: useSavedViews },
    hold: opened !== null,
    useExport: useAuditExport,
    dense: true,
  });
  const checkpoints = useCheckpoints(isOfAll);
  const shown = query.data;

  return (
    <ListPage
      list={list}
      subtitle={texts.subtitle}
      actions={
        <>
          <Button
            variant="ghost"
            icon={ShieldCheck}
            busy={checkpoints.isPending}
            onClick={() => checkpoints.mutate()}
          >
            {texts.checkpoints}
          </Button>
          <ExportButton list={list} />
        </>
      }
      filters={<AuditFilters list={list} isOfAll={isOfAll} filters={state} onChange={setState} />}
      empty={{
        icon: History,
        text: texts.emptyHint,
        filteredText: state.page > 1 || shown?.older ? texts.emptySoFar : texts.emptyFiltered,
      }}
      pages={
        shown && (
          <AuditPages
            list={listOf(state)}
            page={state.page}
            older={shown.older}
            newer={shown.newer}
            isLoading={query.isPlaceholderData}
            onChange={setState}
          />
        )
      }
    >
      <Suspense>
        {opened && (
          <EntryDialog
            entry={opened}
            isOfAll={isOfAll}
            onOpen={setOpened}
            onFilter={setState}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </ListPage>
  );
}
