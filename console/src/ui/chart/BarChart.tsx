import { Bar, CartesianGrid, BarChart as RechartsBars, Tooltip, XAxis, YAxis } from 'recharts';
import { formatAxis } from '../../format/count.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { chartColor } from './chartColors.ts';
import { axisTicks, tooltipLook } from './chartLook.ts';

type BarChartProps = {
  label: string;
  /** What a bar shows, in its tooltip. */
  name: string;
  points: readonly { label: string; value: number }[];
  format: (value: number) => string;
  /** A value at the axis; by default without a unit. */
  formatTick?: (value: number) => string;
};

/** One bar per point, such as a day. */
export function BarChart({ label, name, points, format, formatTick = formatAxis }: BarChartProps) {
  return (
    <ChartFrame label={label} height={240}>
      <RechartsBars
        data={[...points]}
        accessibilityLayer={false}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tickLine={false} axisLine={false} minTickGap={24} tick={axisTicks} />
        <YAxis width={56} tickLine={false} axisLine={false} tickFormatter={formatTick} tick={axisTicks} />
        <Tooltip
          cursor={{ fill: 'var(--sunken)' }}
          isAnimationActive={false}
          contentStyle={tooltipLook}
          formatter={(value) => format(Number(value))}
        />
        <Bar name={name} dataKey="value" fill={chartColor(0)} maxBarSize={32} isAnimationActive={false} />
      </RechartsBars>
    </ChartFrame>
  );
}
