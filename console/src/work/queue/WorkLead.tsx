import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { QueuedLead } from '@crm/contracts/work/work.ts';
import { Clock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../format/date.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { useAction } from '../../keys/registry.ts';
import { keyTexts } from '../../keys/texts.ts';
import { countryName } from '../../leads/countries.ts';
import { OtherOrders } from '../../leads/detail/OtherOrders.tsx';
import { leadWords } from '../../leads/texts/words.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { dial } from '../../ui/tel.ts';
import { workTexts } from '../texts.ts';
import { localTimes } from './localTime.ts';

const texts = workTexts.lead;

/** The facts for the call: the customer, the local time there, and the order. */
export function WorkLead({ queued: { lead, why, callbackAt } }: { queued: QueuedLead }) {
  useAction({ label: keyTexts.call, group: workTexts.title, action: 'call', run: () => dial(lead.phone) });
  const [from, to] = localTimes(lead.country, new Date());
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Panel>
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-2">
                <h2 className="text-2xl font-semibold break-words" dir="auto">
                  {lead.fullName}
                </h2>
                {why === 'callback' && <Badge tone="warn">{texts.callbackDue}</Badge>}
                {lead.isUrgent && <Badge tone="bad">{leadWords.urgent}</Badge>}
                <StatusBadge status={lead.status} />
              </div>
              <p className="mt-1 flex flex-wrap items-center gap-x-3 text-muted">
                <Link to={paths.leads.one(lead._id)} className="rounded-ui text-primary-text hover:underline">
                  {leadWords.order(lead.orderId)}
                </Link>
                {callbackAt && <span>{texts.callbackAt(formatDateTime(callbackAt))}</span>}
              </p>
            </div>
            <PhoneNumber phone={lead.phone} className="max-sm:basis-full" />
          </div>
          {from && (
            <p className="flex items-center gap-2">
              <Clock aria-hidden className="size-4 text-muted" />
              <span className="text-muted">{texts.localTime}</span>
              <span className="font-medium tabular-nums">
                {to === undefined ? from : texts.range(from, to)}
              </span>
              {lead.country && <span className="text-muted">{countryName(lead.country)}</span>}
            </p>
          )}
          <Facts facts={factsOf(lead)} />
        </div>
      </Panel>
      <OtherOrders leadId={lead._id} />
    </div>
  );
}

function factsOf(lead: Lead) {
  const { address, address2, landmark, area, city, district, state, postIndex } = lead;
  const lines = [address, address2, landmark, area, city, district, state, postIndex];
  const price = formatMoney(moneyOf(lead.price, lead.currency));
  return [
    { label: texts.product, value: lead.productName },
    {
      label: texts.amount,
      value: `${formatMoney(moneyOf(lead.total, lead.currency))} (${texts.quantity(lead.quantity, price)})`,
    },
    { label: texts.address, value: lines.filter(Boolean).join(', ') },
    { label: texts.payment, value: leadWords.paymentModes[lead.paymentMode] },
    ...(lead.alternatePhone
      ? [{ label: texts.alternatePhone, value: <PhoneLink phone={lead.alternatePhone} /> }]
      : []),
    ...(lead.remarks ? [{ label: texts.remarks, value: lead.remarks }] : []),
  ];
}
