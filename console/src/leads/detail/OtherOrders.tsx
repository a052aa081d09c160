import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDate } from '../../format/date.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { paths } from '../../paths.ts';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { leadDetailTexts } from '../texts/detail.tsx';
import { otherOrders } from './queries.ts';

/** The customer's other orders, found by phone; nothing for a customer with one order. */
export function OtherOrders({ leadId }: { leadId: string }) {
  const orders = useQuery(otherOrders(leadId)).data?.data ?? [];
  if (orders.length === 0) return null;
  return (
    <Panel title={leadDetailTexts.details.otherOrders(orders.length)}>
      <ul className="-my-2 flex flex-col divide-y">
        {orders.map((order) => (
          <li key={order._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Link
              to={paths.leads.one(order._id)}
              className="rounded-ui font-medium text-primary-text hover:underline"
            >
              {order.orderId}
            </Link>
            <StatusBadge status={order.status} />
            <span className="ml-auto tabular-nums">{formatMoney(moneyOf(order.total, order.currency))}</span>
            <p className="basis-full text-sm break-words text-muted" dir="auto">
              {order.productName} · {order.fullName} · {formatDate(order.createdAt)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
