import { Cell, Pie, PieChart as RechartsPie } from 'recharts';
import { ChartFrame } from './ChartFrame.tsx';

export type Slice = { name: string; value: number; color: string };

/** Shares of a whole as a ring. The page lists the slices beside it, because a ring has no text. */
export function PieChart({ label, slices }: { label: string; slices: readonly Slice[] }) {
  return (
    <ChartFrame label={label} height={200}>
      <RechartsPie accessibilityLayer={false}>
        <Pie
          data={[...slices]}
          dataKey="value"
          nameKey="name"
          innerRadius="60%"
          outerRadius="100%"
          stroke="var(--surface)"
          strokeWidth={2}
          isAnimationActive={false}
          rootTabIndex={-1}
        >
          {slices.map(({ name, color }) => (
            <Cell key={name} fill={color} />
          ))}
        </Pie>
      </RechartsPie>
    </ChartFrame>
  );
}
