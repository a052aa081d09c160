import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../format/count.ts';
import { Stats } from '../../ui/Stats.tsx';
import { type LogFiltersInput, logStats } from '../queries.ts';
import { postbackTexts } from '../texts.ts';

type LogStatsProps = { postbackId: string; filters: LogFiltersInput };

/** Four figures over the filtered deliveries. */
export function LogStats({ postbackId, filters }: LogStatsProps) {
  const stats = useQuery(logStats(postbackId, filters)).data?.data;
  const percent = (n: number) => `${n.toFixed(1)}%`;
  return (
    <Stats
      stats={[
        { label: postbackTexts.logs.stats.sent, value: stats ? formatNumber(stats.totalSent) : null },
        { label: postbackTexts.logs.stats.successRate, value: stats ? percent(stats.successRate) : null },
        { label: postbackTexts.logs.stats.retryRate, value: stats ? percent(stats.retryRate) : null },
        {
          label: postbackTexts.logs.stats.responseTime,
          value: stats
            ? postbackTexts.delivery.milliseconds(formatNumber(Math.round(stats.averageResponseTime)))
            : null,
        },
      ]}
    />
  );
}
