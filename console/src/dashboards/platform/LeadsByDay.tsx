import type { PlatformAnalytics } from '@crm/contracts/dashboards/platform.ts';
import { Inbox } from 'lucide-react';
import { formatNumber } from '../../format/count.ts';
import { formatDay, formatShortDay } from '../../format/date.ts';
import { barChart } from '../../ui/chart/charts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useOnDemand } from '../../ui/onDemand.ts';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { platformTexts } from '../texts/platform.ts';
import { FigureTable } from './FigureTable.tsx';

const texts = platformTexts.leads;

type Days = PlatformAnalytics['leadsByDay'];

/** The leads of all organisations per day. */
export function LeadsByDay({ days }: { days: Days | undefined }) {
  return <Panel title={texts.title}>{days ? <Chart days={days} /> : <SkeletonLines count={6} />}</Panel>;
}

function Chart({ days }: { days: Days }) {
  const received = days.filter(({ leads }) => leads > 0);
  const chart = useOnDemand(barChart, received.length > 0);
  if (received.length === 0) return <EmptyState icon={Inbox} title={texts.empty} />;
  return (
    <div className="flex flex-col gap-3">
      <div className="h-60">
        {chart && (
          <chart.BarChart
            label={texts.chart}
            name={texts.name}
            format={formatNumber}
            points={days.map(({ date, leads }) => ({ label: formatShortDay(date), value: leads }))}
          />
        )}
      </div>
      <details>
        <summary className="cursor-pointer text-sm text-muted">{texts.showTable}</summary>
        <FigureTable
          columns={[texts.day, texts.leads]}
          rows={received
            .toReversed()
            .map(({ date, leads }) => ({ key: date, cells: [formatDay(date), formatNumber(leads)] }))}
        />
      </details>
    </div>
  );
}
