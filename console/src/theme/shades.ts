import { contrast, lighten, subtract } from './color.ts';

export const DEFAULT_THEME = '#6366f1';

/** Lightness offsets in percentage points, from -40 (darkest) to +45 (lightest). */
const steps = [-40, -30, -20, -10, 0, 10, 20, 30, 40, 45] as const;

const AA = 4.5;

export type Theme = {
  shades: string[];
  /** The background of primary actions: the tenant's colour, or a shade that looks almost the same. */
  primary: string;
  /** The background on hover; always higher contrast with its text, never lower. */
  primaryHover: string;
  /** The avatar on hover. */
  avatarHover: string;
  /** Text on `primary`: black or white, whichever has the higher contrast. */
  onPrimary: '#000000' | '#ffffff';
  /** The tenant's colour as text: its nearest shade that is readable on the surface of each mode. */
  textOnLight: string;
  textOnDark: string;
};

/** Derives the theme from a tenant's colour; its text is readable for any colour. */
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

/**
 * Users expect white text on a button, so the background is darkened by up to six points; if that does not
 * suffice, the text is black.
 */
function groundOf(primary: string): { ground: string; onPrimary: Theme['onPrimary'] } {
  for (let points = 0; points <= 6; points++) {
    const ground = lighten(primary, -points);
    if (contrast(ground, '#ffffff') >= AA) return { ground, onPrimary: '#ffffff' };
  }
  return { ground: primary, onPrimary: '#000000' };
}
