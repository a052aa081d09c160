/** Parses #rrggbb into its channels; null for any other text. */
export function parseHex(hex: string): [number, number, number] | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) return null;
  const [, r = '', g = '', b = ''] = match;
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
}

/** WCAG relative luminance, 0 (black) to 1 (white). */
function luminance([r, g, b]: [number, number, number]): number {
  const linear = (channel: number) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** WCAG contrast of two #rrggbb colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const a = luminance(parseHex(one) ?? [0, 0, 0]);
  const b = luminance(parseHex(other) ?? [0, 0, 0]);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Adds `points` percentage points of lightness (negative darkens); hue and saturation stay. */
export function lighten(hex: string, points: number): string {
  const [h, s, l] = toHsl(parseHex(hex) ?? [0, 0, 0]);
  return fromHsl(h, s, Math.min(100, Math.max(0, l + points)));
}

/** Subtracts `amount` from each channel, down to 0 at least. */
export function subtract(hex: string, amount: number): string {
  const channels = parseHex(hex) ?? [0, 0, 0];
  return `#${channels.map((c) => hexOf(Math.max(0, c - amount))).join('')}`;
}

function hexOf(channel: number): string {
  return Math.round(channel).toString(16).padStart(2, '0');
}

function toHsl([red, green, blue]: [number, number, number]): [number, number, number] {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const l = (max + min) / 2;
  const d = max - min;
  if (d === 0) return [0, 0, l * 100];
  const s = d / (1 - Math.abs(2 * l - 1));
  return [hueOf([r, g, b], max, d) * 60, s * 100, l * 100];
}

/** In sixths of the circle. @param max the largest channel. @param d its distance from the smallest */
function hueOf([r, g, b]: [number, number, number], max: number, d: number): number {
  if (max === r) return ((g - b) / d) % 6;
  return max === g ? (b - r) / d + 2 : (r - g) / d + 4;
}

function fromHsl(h: number, s: number, l: number): string {
  const a = (s / 100) * Math.min(l / 100, 1 - l / 100);
  const channel = (n: number) => {
    const k = (((n + h / 30) % 12) + 12) % 12;
    const value = l / 100 - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return hexOf(value * 255);
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
