/** How the axes and the tooltip of every chart with axes look. */
export const axisTicks = { fill: 'var(--muted)' };
export const tooltipLook = {
  background: 'var(--raised)',
  border: '1px solid var(--line-strong)',
  color: 'var(--ink)',
};
