import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../format/count.ts';
import { Stats } from '../../ui/Stats.tsx';
import { type LogFiltersInput, logStats } from '../queries.ts';

type LogStatsProps = { postbackId: string; filters: LogFiltersInput };

/** Four figures over the filtered deliveries. */
export function LogStats({ postbackId, filters }: LogStatsProps) {
  const stats = useQuery(logStats(postbackId, filters)).data?.data;
  const percent = (n: number) => `${n.toFixed(1)}%`;
  return (
    <Stats
      stats={[
        { label: 'Total Sent', value: stats ? formatNumber(stats.totalSent) : null },
        { label: 'Success Rate', value: stats ? percent(stats.successRate) : null },
        { label: 'Retry Rate', value: stats ? percent(stats.retryRate) : null },
        {
          label: 'Avg. Response Time',
          value: stats ? `${formatNumber(Math.round(stats.averageResponseTime))} ms` : null,
        },
      ]}
    />
  );
}
