import type { Lead } from '@crm/contracts/leads/lead.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatMoney, formatNumber } from '../../format/money.ts';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { countryName } from '../countries.ts';
import { orderSourceLabels } from '../labels.ts';

/** The Details tab: customer, address, product, additional. */
export function LeadDetails({ lead }: { lead: Lead }) {
  const money = (amount: number | null) => (amount === null ? null : formatMoney(amount, lead.currency));
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      <div className="flex flex-col gap-3">
        <Panel title="Customer">
          <Facts
            facts={[
              { label: 'Full Name', value: lead.fullName },
              { label: 'Phone', value: <PhoneLink phone={lead.phone} /> },
              {
                label: 'Alternate Phone',
                value: lead.alternatePhone && <PhoneLink phone={lead.alternatePhone} />,
              },
              { label: 'Email', value: lead.email && <EmailLink email={lead.email} /> },
              { label: 'Age', value: lead.age },
            ]}
          />
        </Panel>
        <Panel title="Address">
          <Facts
            facts={[
              { label: 'Address', value: lead.address },
              { label: 'Address 2', value: lead.address2 },
              { label: 'Landmark', value: lead.landmark },
              { label: 'Area', value: lead.area },
              { label: 'Post Office', value: lead.postOffice },
              { label: 'District', value: lead.district },
              { label: 'Near By', value: lead.nearBy },
              { label: 'City', value: lead.city },
              { label: 'State', value: lead.state },
              { label: 'Postal Code', value: lead.postIndex },
              { label: 'Country', value: lead.country && countryName(lead.country) },
            ]}
          />
        </Panel>
      </div>
      <div className="flex flex-col gap-3">
        <Panel title="Product">
          <Facts
            facts={[
              { label: 'Product Name', value: lead.productName },
              { label: 'Products to be Shipped', value: lead.productToBeShipped },
              { label: 'Quantity', value: formatNumber(lead.quantity) },
              { label: 'Unit Price', value: money(lead.price) },
              { label: 'Total', value: money(lead.total) },
              { label: 'Advance Amount', value: money(lead.advanceAmount) },
            ]}
          />
        </Panel>
        <Panel title="Additional">
          <Facts
            facts={[
              { label: 'Order Source', value: orderSourceLabels[lead.orderSource] },
              { label: 'Webmaster', value: lead.webmaster },
              { label: 'Created', value: formatDateTime(lead.createdAt) },
              { label: 'Last Updated', value: formatDateTime(lead.updatedAt) },
              ...partnerFacts(lead),
              { label: 'Remarks', value: lead.remarks },
            ]}
          />
        </Panel>
      </div>
    </div>
  );
}

/** The optional fields that a partner sent: non-empty sub1 to sub5 and extra fields. */
function partnerFacts(lead: Lead): Fact[] {
  const subs = [lead.sub1, lead.sub2, lead.sub3, lead.sub4, lead.sub5];
  return [
    ...subs.flatMap((value, index) => (value ? [{ label: `Sub ${index + 1}`, value }] : [])),
    ...Object.entries(lead.extra).map(([label, value]) => ({ label, value })),
  ];
}

const link = 'rounded-ui text-primary-text hover:underline';

function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={link} dir="ltr">
      {phone}
    </a>
  );
}

function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className={link}>
      {email}
    </a>
  );
}
