import { onDemand } from '../onDemand.ts';

/** The charting library is heavy: it loads with the first chart on screen. */
export const pieChart = onDemand(() => import('./PieChart.tsx'));
export const barChart = onDemand(() => import('./BarChart.tsx'));
