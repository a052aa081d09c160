import { CartesianGrid, Line, LineChart as RechartsLines, Tooltip, XAxis, YAxis } from 'recharts';
import { formatAxis } from '../../format/count.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { chartColor } from './chartColors.ts';
import { axisTicks, tooltipLook } from './chartLook.ts';

type LineChartProps = {
  label: string;
  /** What the line shows, in its tooltip. */
  name: string;
  points: readonly { label: string; value: number }[];
  format: (value: number) => string;
};

/** Up to this number of points each has a dot: a line of one point alone is not visible. */
const DOTTED = 31;

/** The points joined by a line, such as the days of a period. */
export function LineChart({ label, name, points, format }: LineChartProps) {
  return (
    <ChartFrame label={label} height={240}>
      <RechartsLines
        data={[...points]}
        accessibilityLayer={false}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tickLine={false} axisLine={false} minTickGap={24} tick={axisTicks} />
        <YAxis width={56} tickLine={false} axisLine={false} tickFormatter={formatAxis} tick={axisTicks} />
        <Tooltip
          cursor={{ stroke: 'var(--line-strong)' }}
          isAnimationActive={false}
          contentStyle={tooltipLook}
          formatter={(value) => format(Number(value))}
        />
        <Line
          name={name}
          dataKey="value"
          type="linear"
          stroke={chartColor(0)}
          strokeWidth={2}
          dot={points.length <= DOTTED && { r: 2.5, fill: chartColor(0) }}
          isAnimationActive={false}
        />
      </RechartsLines>
    </ChartFrame>
  );
}
