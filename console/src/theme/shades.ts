import { contrast, lighten, subtract } from './color.ts';

export const DEFAULT_THEME = '#6366f1';

/** Ten-point steps of lightness from -40 (darkest) to +45 (lightest). */
const steps = [-40, -30, -20, -10, 0, 10, 20, 30, 40, 45] as const;

const AA = 4.5;

export type Theme = {
  shades: string[];
  /** The ground of primary actions: the tenant's colour, or a shade that eyes can hardly tell from it. */
  primary: string;
  /** The ground under the pointer; always further from its text, never nearer. */
  primaryHover: string;
  /** The avatar under the pointer. */
  avatarHover: string;
  /** Text on `primary`: black or white, whichever reads better. */
  onPrimary: '#000000' | '#ffffff';
  /** The tenant's colour as text, in the nearest shade that reads on the surface of each mode. */
  textOnLight: string;
  textOnDark: string;
};

/** What a tenant's colour means for the screen; whatever they pick, text stays readable. */
export function themeOf(primary: string): Theme {
  const shades = steps.map((points) => lighten(primary, points));
  const { ground, onPrimary } = groundOf(primary);
  const darker = [...shades.slice(0, 5)].reverse();
  const lighter = shades.slice(4);
  return {
    shades,
    primary: ground,
    primaryHover: lighten(ground, onPrimary === '#ffffff' ? -10 : 10),
    avatarHover: subtract(ground, 20),
    onPrimary,
    textOnLight: darker.find((shade) => contrast(shade, '#f0f2f5') >= AA) ?? '#171b22',
    textOnDark: lighter.find((shade) => contrast(shade, '#1d222b') >= AA) ?? '#e8ebf0',
  };
}

/** White text is what people expect on a button, so up to six points of darkening are spent on it; else black. */
function groundOf(primary: string): { ground: string; onPrimary: Theme['onPrimary'] } {
  for (let points = 0; points <= 6; points++) {
    const ground = lighten(primary, -points);
    if (contrast(ground, '#ffffff') >= AA) return { ground, onPrimary: '#ffffff' };
  }
  return { ground: primary, onPrimary: '#000000' };
}
