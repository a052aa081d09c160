import { onDemand } from '../onDemand.ts';

/** The charting library is heavy, so it is split from the pages: they draw their figures before it has loaded. */
export const pieChart = onDemand(() => import('./PieChart.tsx'));
export const barChart = onDemand(() => import('./BarChart.tsx'));
export const lineChart = onDemand(() => import('./LineChart.tsx'));
