import type { AsideLead, listAsideLeads } from '@crm/contracts/leads/aside.ts';
import { Hourglass } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { address } from '../../api/address.ts';
import { Allowed } from '../../auth/Allowed.tsx';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { DeleteDialog } from '../../pages/DeleteDialog.tsx';
import { ListPage, Showing } from '../../pages/list/ListPage.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import type { Deletable } from '../../pages/resource.ts';
import { paths } from '../../paths.ts';
import { buttonVariants } from '../../ui/Button.tsx';
import { dialogOnDemand } from '../../ui/dialogOnDemand.tsx';
import { leads } from '../resource.ts';
import { asideLeadTexts as texts } from '../texts/aside.ts';
import { AsideCard, asideColumns, type OpenAside } from './columns.tsx';
import { asideLeads, asideListState } from './queries.ts';

const EraseDialog = dialogOnDemand(async () => (await import('../dialogs/EraseDialog.tsx')).EraseDialog);

const deletable: Deletable<Pick<AsideLead, '_id' | 'orderId'>> = {
  ...leads,
  listed: address<typeof listAsideLeads>('GET', '/leads/aside'),
  topics: ['aside-leads'],
};

/** /leads/aside: the leads over the limit of the plan. */
export function AsideLeadsPage() {
  const [dialog, setDialog] = useState<{ kind: 'delete' | 'erase'; lead: AsideLead } | null>(null);
  const open: OpenAside = (kind, lead) => setDialog({ kind, lead });
  const close = () => setDialog(null);
  const manages = can(useCurrentUser(), 'manage-leads');
  const { list } = useListPage({
    title: texts.title,
    one: texts.one,
    many: texts.many,
    fields: asideListState,
    query: asideLeads,
    columns: useMemo(() => asideColumns((kind, lead) => setDialog({ kind, lead })), []),
    row: {
      id: ({ _id }) => _id,
      name: ({ orderId }) => texts.row(orderId),
      card: (lead) => <AsideCard lead={lead} open={open} />,
      actions: manages
        ? [{ action: 'delete', label: texts.delete, run: (lead) => open('delete', lead) }]
        : [],
    },
    hold: dialog !== null,
  });
  return (
    <ListPage
      list={list}
      subtitle={
        <>
          {texts.subtitle}. <Showing list={list} />
        </>
      }
      actions={
        <Allowed to="change-organization">
          <Link to={paths.ownSubscription} className={buttonVariants({})}>
            {texts.renew}
          </Link>
        </Allowed>
      }
      empty={{ icon: Hourglass, title: texts.empty, text: texts.emptyHint, filteredText: texts.emptyHint }}
    >
      {dialog?.kind === 'delete' && <DeleteDialog of={deletable} entity={dialog.lead} onClose={close} />}
      {dialog?.kind === 'erase' && <EraseDialog lead={dialog.lead} waits onClose={close} />}
    </ListPage>
  );
}
