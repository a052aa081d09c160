import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, lighten } from './color.ts';
import { DEFAULT_THEME, themeOf } from './shades.ts';

const anyColour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((rgb) => `#${rgb.map((c) => c.toString(16).padStart(2, '0')).join('')}`);

test('computes the contrast of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('the default theme has ten shades around its own colour', () => {
  const theme = themeOf(DEFAULT_THEME);
  expect(theme.shades).toHaveLength(10);
  expect(theme.shades[4]).toBe(DEFAULT_THEME);
  expect(theme.onPrimary).toBe('#ffffff');
  expect(lighten('#808080', 45)).toBe('#f3f3f3');
});

test("text is readable on and in any tenant's colour", () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const theme = themeOf(colour);
      expect(contrast(theme.onPrimary, theme.primary)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme.onPrimary, theme.primaryHover)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme.textOnLight, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme.textOnDark, '#161a21')).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
