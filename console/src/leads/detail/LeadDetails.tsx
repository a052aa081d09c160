import { answeredFields } from '@crm/contracts/leads/fields.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import { ERASED } from '@crm/events/leads/erased.ts';
import type { FieldKind } from '@crm/events/leads/fields/kinds.ts';
import { type FieldGroup, type FieldName, fieldOf } from '@crm/events/leads/fields/list.ts';
import type { ReactNode } from 'react';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { countryName } from '../countries.ts';
import { leadDetailTexts } from '../texts/detail.tsx';
import { leadWords } from '../texts/words.ts';
import { OtherOrders } from './OtherOrders.tsx';

const texts = leadDetailTexts.details;

/** The Details tab: customer, address, product, additional. */
export function LeadDetails({ lead }: { lead: Lead }) {
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      <div className="flex flex-col gap-3">
        <Panel title={texts.customer}>
          <Facts facts={factsOf(lead, 'customer')} />
        </Panel>
        <Panel title={texts.address}>
          <Facts facts={factsOf(lead, 'address')} />
        </Panel>
        <OtherOrders leadId={lead._id} />
      </div>
      <div className="flex flex-col gap-3">
        <Panel title={texts.product}>
          <Facts facts={factsOf(lead, 'product')} />
        </Panel>
        <Panel title={texts.additional}>
          <Facts
            facts={[
              ...factsOf(lead, 'source'),
              { label: fieldOf('referer').label, value: lead.referer },
              { label: texts.created, value: formatDateTime(lead.createdAt) },
              { label: texts.updated, value: formatDateTime(lead.updatedAt) },
              ...partnerFacts(lead),
              ...factsOf(lead, 'handling'),
            ]}
          />
        </Panel>
      </div>
    </div>
  );
}

/** Fields that the page shows elsewhere: in its header and in the tiles above the tabs. */
const elsewhere: readonly FieldName[] = ['currency', 'paymentMode', 'isUrgent', 'requiresCallback'];

/** The fields of a group that every lead shows, a dash for an empty one. */
function factsOf(lead: Lead, group: FieldGroup): Fact[] {
  return answeredFields
    .filter((field) => field.group === group && field.input !== 'call' && field.kind !== 'additional')
    .filter(({ name }) => !elsewhere.includes(name))
    .map(({ name, kind, label }) => ({ label, value: shown(lead, kind, lead[name]) }));
}

function shown(lead: Lead, kind: FieldKind, value: unknown): ReactNode {
  if (value === null) return null;
  if (value === ERASED) return <span className="text-muted">{ERASED}</span>;
  switch (kind) {
    case 'price':
    case 'total':
    case 'optionalAmount':
      return formatMoney(moneyOf(Number(value), lead.currency));
    case 'quantity':
      return formatNumber(Number(value));
    case 'phone':
    case 'optionalPhone':
      return value === '' ? null : <PhoneLink phone={String(value)} />;
    case 'email':
      return value === '' ? null : <EmailLink email={String(value)} />;
    case 'country':
      return value === '' ? null : countryName(String(value));
    case 'orderSource':
      return leadWords.orderSources[lead.orderSource];
    case 'flag':
      return value === true ? texts.yes : texts.no;
    default:
      return String(value);
  }
}

/** The optional fields that a partner sent: non-empty sub1 to sub5 and extra fields. */
function partnerFacts(lead: Lead): Fact[] {
  const sent = answeredFields.filter(({ input }) => input === 'call');
  return [
    ...sent.flatMap(({ name, label }) => (lead[name] ? [{ label, value: String(lead[name]) }] : [])),
    ...Object.entries(lead.extra).map(([label, value]) => ({ label, value })),
  ];
}

const link = 'rounded-ui text-primary-text hover:underline';

function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className={link}>
      {/* A long one breaks at its @ rather than within a word. */}
      {email.slice(0, email.indexOf('@') + 1)}
      <wbr />
      {email.slice(email.indexOf('@') + 1)}
    </a>
  );
}
