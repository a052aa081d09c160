/** The series of a chart in their order; theme/tokens.css defines them for light and dark. */
const chartColors = [1, 2, 3, 4, 5, 6].map((n) => `var(--chart-${n})`);

/** The color of the n-th series, from 0; after the last color it starts again. */
export const chartColor = (n: number): string => chartColors[n % chartColors.length] ?? 'var(--chart-1)';
