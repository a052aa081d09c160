import type { ReportOf } from '@crm/contracts/reports/reports.ts';
import { formatNumber } from '../format/count.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { amounts } from './amounts.ts';
import { type Column, ReportTable } from './ReportTable.tsx';
import { reportTexts } from './texts.ts';

const { columns, tables, without } = reportTexts;
const { percent } = reportTexts.summary;

type Figures = ReportOf<'revenue'>['paymentStats'][number];

/** The columns of every table of groups. */
const figures: readonly Column<Omit<Figures, 'paymentMode'>>[] = [
  { label: columns.leads, cell: ({ totalLeads }) => formatNumber(totalLeads) },
  { label: columns.approved, cell: ({ approvedLeads }) => formatNumber(approvedLeads) },
  { label: columns.conversion, cell: ({ conversionRate }) => percent(conversionRate) },
  { label: columns.trash, cell: ({ trashRate }) => percent(trashRate) },
  { label: columns.connected, cell: ({ connectedRate }) => percent(connectedRate) },
  { label: columns.revenue, cell: ({ revenue }) => amounts(revenue) },
];

export function StatusTable({ rows }: { rows: ReportOf<'leads'>['statusStats'] }) {
  return (
    <ReportTable
      title={tables.status}
      rows={rows}
      keyOf={({ status }) => status}
      columns={[
        { label: columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
        { label: columns.leads, cell: ({ leads }) => formatNumber(leads) },
        { label: columns.share, cell: ({ share }) => percent(share) },
        { label: columns.total, cell: ({ total }) => amounts(total) },
      ]}
    />
  );
}

export function PaymentTable({ rows }: { rows: ReportOf<'leads'>['paymentStats'] }) {
  return (
    <ReportTable
      title={tables.payment}
      rows={rows}
      keyOf={({ paymentMode }) => paymentMode}
      columns={[{ label: columns.paymentMode, cell: ({ paymentMode }) => paymentMode }, ...figures]}
    />
  );
}

/** The table by which an affiliate manager pays. */
export function WebmasterTable({ rows }: { rows: ReportOf<'leads'>['webmasterStats'] }) {
  return (
    <ReportTable
      title={tables.webmaster}
      rows={rows}
      keyOf={({ webmaster }) => `${webmaster === null} ${webmaster}`}
      columns={[
        { label: columns.webmaster, cell: ({ webmaster }) => webmaster ?? without.webmaster },
        ...figures,
        { label: columns.duplicates, cell: ({ duplicates }) => formatNumber(duplicates) },
      ]}
    />
  );
}

export function OfferTable({ rows }: { rows: ReportOf<'revenue'>['offerStats'] }) {
  return (
    <ReportTable
      title={tables.offer}
      rows={rows}
      keyOf={({ offerId }) => String(offerId)}
      columns={[{ label: columns.offer, cell: ({ name }) => name || without.offer }, ...figures]}
    />
  );
}

export function OperatorTable({ rows }: { rows: ReportOf<'operator-productivity'>['productivityData'] }) {
  return (
    <ReportTable
      title={tables.operator}
      rows={rows}
      keyOf={({ operatorId }) => operatorId}
      columns={[{ label: columns.operator, cell: ({ fullName }) => fullName || without.name }, ...figures]}
    />
  );
}
