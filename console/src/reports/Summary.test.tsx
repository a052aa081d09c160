import type { ReportHead } from '@crm/contracts/reports/reports.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Summary } from './Summary.tsx';

const days = { startDate: '2026-01-01', endDate: '2026-01-02' };
const noLeads = { totalLeads: 0, orders: 0, conversionRate: 0, totalRevenue: [], averageOrderValue: [] };
const report: ReportHead = {
  ...days,
  ...noLeads,
  ...{ totalLeads: 3, position: '1', timeZone: 'UTC', filters: [] },
  previous: { ...days, ...noLeads },
};

test('a period without leads has no conversion; one without approved leads has 0%', () => {
  const html = renderToStaticMarkup(<Summary report={report} linkOf={() => null} />);
  expect(html.match(/Conversion Rate<.*?Period before: [^<]*/)?.[0].replace(/<[^>]*>/g, ' ')).toMatch(
    /Conversion Rate +0% +Period before: –$/,
  );
});
