import type { Plugin } from 'vite';

/** A shape of an icon: its SVG element and attributes. */
export type Shape = readonly [element: string, attributes: Readonly<Record<string, string>>];

/**
 * Draws each icon of lucide-react with one path: a screen of the leads list has 124 icons with 300 shapes, a fifth of its elements,
 * which take time in each change of style, layout and paint.
 */
export const onePathIcons: Plugin = {
  name: 'one-path-icons',
  async transform(code, id) {
    if (!/\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/.test(id) || !code.includes('__iconData = {')) return;
    const { __iconData }: { __iconData: { node: readonly Shape[] } } = await import(id);
    return {
      code: code.replace(/node: \[\n[\s\S]*?\n {2}\]/, `node: ${JSON.stringify(joined(__iconData.node))}`),
    };
  },
};

/** Joins the shapes of an icon into one path; shapes with a look of their own, such as a fill, stay. */
export function joined(shapes: readonly Shape[]): Shape[] {
  const paths: string[] = [];
  const others: Shape[] = [];
  for (const shape of shapes) {
    const path = pathOf(shape);
    if (path === null) others.push(shape);
    else paths.push(path);
  }
  return paths.length === 0 ? others : [['path', { d: paths.join(''), key: 'all' }], ...others];
}

const geometry = new Set(['d', 'cx', 'cy', 'r', 'x1', 'x2', 'y1', 'y2', 'key']);

/** The shape as path data that begins at an absolute point; null if it has to stay an element. */
function pathOf([element, attributes]: Shape): string | null {
  if (Object.keys(attributes).some((name) => !geometry.has(name))) return null;
  const { d = '', cx, cy, r, x1, x2, y1, y2 } = attributes;
  switch (element) {
    case 'path':
      return absolute(d);
    case 'line':
      return `M${x1} ${y1}L${x2} ${y2}`;
    case 'circle':
      return `M${Number(cx) - Number(r)} ${cy}a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0 ${-2 * Number(r)} 0`;
    default:
      return null;
  }
}

const NUMBER = String.raw`[\s,]*(-?(?:\d+\.?\d*|\.\d+))`;
const RELATIVE_START = new RegExp(`^m${NUMBER}${NUMBER}`);

/** A path that begins with a relative move begins at that point when it is the first one. More points after it are relative lines. */
function absolute(d: string): string {
  return d.replace(RELATIVE_START, 'M$1 $2l').replace(/^(M[^a-zA-Z]*)l(?=\s*[a-zA-Z]|$)/, '$1');
}
