import { type ReactElement, useId } from 'react';
import { ResponsiveContainer } from 'recharts';

type ChartFrameProps = {
  /** What the chart shows, in one sentence: a screen reader reads it instead of the shapes. */
  label: string;
  /** Height in CSS pixels; the width is that of the place. */
  height: number;
  children: ReactElement;
};

/** The frame of every chart: its size and its description. The page shows the same figures as text beside it. */
export function ChartFrame({ label, height, children }: ChartFrameProps) {
  const id = useId();
  return (
    <div role="img" aria-labelledby={id} style={{ height }} className="w-full min-w-0 text-sm">
      <span id={id} className="sr-only">
        {label}
      </span>
      {/* A hidden tooltip stays where it was when the window becomes narrow: it must not widen the page. */}
      <div aria-hidden className="size-full overflow-x-clip">
        <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height }}>
          {children}
        </ResponsiveContainer>
      </div>
    </div>
  );
}
