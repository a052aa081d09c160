import type { AsideLead } from '@crm/contracts/leads/aside.ts';
import { Ellipsis, Eraser, Trash2 } from 'lucide-react';
import { Allowed } from '../../auth/Allowed.tsx';
import { formatDateTime } from '../../format/date.ts';
import { keysOf } from '../../keys/keymap.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { asideLeadTexts as texts } from '../texts/aside.ts';

/** Opens the dialog of an action. */
export type OpenAside = (kind: 'delete' | 'erase', lead: AsideLead) => void;

type Row = { lead: AsideLead; open: OpenAside };

export const asideColumns = (open: OpenAside): Column<AsideLead>[] => [
  { id: 'order', header: texts.columns.order, width: 14, cell: ({ orderId }) => orderId },
  {
    id: 'product',
    header: texts.columns.product,
    width: 16,
    cell: ({ productName }) => <span dir="auto">{productName}</span>,
  },
  {
    id: 'webmaster',
    header: texts.columns.webmaster,
    width: 10,
    cell: ({ webmaster }) => <span dir="auto">{webmaster ?? texts.noWebmaster}</span>,
  },
  {
    id: 'set-aside',
    header: texts.columns.setAside,
    width: 10,
    cell: ({ setAsideAt }) => <RelativeTime at={setAsideAt} />,
  },
  {
    id: 'period-end',
    header: texts.columns.periodEnd,
    width: 12,
    cell: ({ periodEnd }) => <time dateTime={periodEnd}>{formatDateTime(periodEnd)}</time>,
  },
  {
    id: 'actions',
    header: texts.columns.actions,
    width: 5,
    cell: (lead) => <AsideActions lead={lead} open={open} />,
  },
];

function AsideActions({ lead, open }: Row) {
  return (
    <Allowed to="manage-leads">
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={texts.more(lead.orderId)} className="-my-1" />}
      >
        <MenuItem danger icon={Eraser} onSelect={() => open('erase', lead)}>
          {texts.erase}
        </MenuItem>
        <MenuItem danger icon={Trash2} keys={keysOf('delete')} onSelect={() => open('delete', lead)}>
          {texts.delete}
        </MenuItem>
      </Menu>
    </Allowed>
  );
}

/** A waiting lead on a phone. */
export function AsideCard({ lead, open }: Row) {
  const { orderId, productName, webmaster, setAsideAt } = lead;
  return (
    <article className="flex items-start justify-between gap-2 text-sm">
      <div className="flex min-w-0 flex-col gap-1">
        <span className="truncate font-medium">{orderId}</span>
        <span dir="auto" className="truncate text-muted">
          {webmaster === null ? productName : `${productName} · ${webmaster}`}
        </span>
      </div>
      <div className="flex shrink-0 flex-col items-end text-muted">
        <RelativeTime at={setAsideAt} />
        <AsideActions lead={lead} open={open} />
      </div>
    </article>
  );
}
