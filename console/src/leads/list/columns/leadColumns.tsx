import type { Lead } from '@crm/contracts/leads/lead.ts';
import { formatMoney, moneyOf } from '../../../format/money.ts';
import type { Column } from '../../../ui/table/columns.ts';
import { leadListTexts } from '../../texts/list.ts';
import type { RowActions } from '../rowActions.ts';
import { ActionsCell } from './ActionsCell.tsx';
import { AddressCell } from './AddressCell.tsx';
import { AssignedCell } from './AssignedCell.tsx';
import { CommentsCell } from './CommentsCell.tsx';
import { CreatedCell } from './CreatedCell.tsx';
import { CustomerCell } from './CustomerCell.tsx';
import { OrderCell } from './OrderCell.tsx';
import { OutcomeCell } from './OutcomeCell.tsx';
import { PaymentCell } from './PaymentCell.tsx';
import { ProductCell } from './ProductCell.tsx';
import { StatusCell, StatusLine } from './StatusCell.tsx';

const headers = leadListTexts.columns;

/** The columns of the leads list. Their widths show the daily work without horizontal scrolling. */
export function leadColumns(actions: RowActions): Column<Lead>[] {
  return [
    {
      id: 'order',
      header: headers.order,
      width: 8.75,
      denseWidth: 9.75,
      sort: 'orderId',
      cell: (lead, dense) => <OrderCell lead={lead} dense={dense} />,
    },
    {
      id: 'customer',
      header: headers.customer,
      width: 11,
      denseWidth: 15,
      cell: (lead, dense) => <CustomerCell lead={lead} dense={dense} />,
    },
    {
      id: 'product',
      header: headers.product,
      width: 9.5,
      cell: (lead, dense) => <ProductCell lead={lead} dense={dense} />,
    },
    {
      id: 'amount',
      header: headers.amount,
      width: 6.5,
      align: 'right',
      sort: 'total',
      cell: (lead) => formatMoney(moneyOf(lead.total, lead.currency)),
    },
    {
      id: 'payment',
      header: headers.payment,
      width: 5.5,
      cell: (lead, dense) => <PaymentCell mode={lead.paymentMode} dense={dense} />,
    },
    {
      id: 'status',
      header: headers.status,
      width: 9.25,
      sort: 'status',
      cell: (lead, dense) =>
        dense ? <StatusLine lead={lead} actions={actions} /> : <StatusCell lead={lead} actions={actions} />,
    },
    {
      id: 'assigned',
      header: headers.assigned,
      width: 7.5,
      cell: (lead) => <AssignedCell lead={lead} actions={actions} />,
    },
    {
      id: 'comments',
      header: headers.comments,
      width: 14,
      cell: (lead, dense) => <CommentsCell lead={lead} dense={dense} actions={actions} />,
    },
    {
      id: 'location',
      header: headers.location,
      width: 9,
      cell: (lead) => (
        <span className="block truncate" dir="auto" title={lead.location ?? undefined}>
          {lead.location ?? '—'}
        </span>
      ),
    },
    {
      id: 'address',
      header: headers.address,
      width: 12,
      cell: (lead, dense) => <AddressCell lead={lead} dense={dense} />,
    },
    {
      id: 'created',
      header: headers.created,
      width: 8,
      sort: 'createdAt',
      cell: (lead, dense) => <CreatedCell at={lead.createdAt} dense={dense} />,
    },
    {
      id: 'actions',
      header: headers.actions,
      width: actions.manages ? 7.5 : 5,
      cell: (lead) => <ActionsCell lead={lead} actions={actions} />,
    },
  ];
}

/**
 * The same columns for operators, and the outcome of the last call: those for the next call first, the others hidden
 * until chosen. The operator is shown only to users who see the leads of others.
 */
export function callColumns(actions: RowActions, seesAll: boolean): Column<Lead>[] {
  const first = ['order', 'customer', 'status', 'outcome', 'amount', ...(seesAll ? ['assigned'] : [])];
  const columns = [...leadColumns(actions), outcome(actions)];
  return [
    ...first.flatMap((id) => columns.filter((column) => column.id === id)).map(withRoom),
    ...columns.filter(({ id }) => !first.includes(id)).map((column) => ({ ...column, hidden: true })),
  ];
}

const outcome = (actions: RowActions): Column<Lead> => ({
  id: 'outcome',
  header: headers.outcome,
  width: 14,
  cell: (lead, dense) => <OutcomeCell lead={lead} dense={dense} actions={actions} />,
});

/** Room for 'Rejected: …' beside the status. */
const withRoom = (column: Column<Lead>): Column<Lead> =>
  column.id === 'status' ? { ...column, width: 13 } : column;
